export { createTreeSitterOutline } from './create-tree-sitter-outline.ts';
