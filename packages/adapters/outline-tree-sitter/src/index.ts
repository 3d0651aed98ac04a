export { createTreeSitterOutline } from './create-tree-sitter-outline.ts';
export { createTreeSitterSyntax } from './create-tree-sitter-syntax.ts';
