/** How a symbol of one kind of node is told. */
export interface SymbolRule {
  readonly kind: string;
  /** Where its name is; `name` unless said. */
  readonly name?: NameSource;
  /** It is a symbol only if this field of it is one of these nodes. */
  readonly only?: { readonly field: string; readonly types: readonly string[] };
  /** The kind it has directly inside a class or the like. */
  readonly member?: string;
}

export type NameSource =
  /** A field. */
  | { readonly field: string }
  /** A field, then the same field within it, until there is none: as declarations of C wrap a name. */
  | { readonly innermost: string }
  /** The first child of this type. */
  | { readonly child: string }
  /** The first fields that are there, joined by a word between them: `Trait for Type`. */
  | { readonly joined: readonly string[]; readonly by: string };

/** By the type of a node. */
export type SymbolRules = ReadonlyMap<string, SymbolRule>;

const FUNCTIONS = ['arrow_function', 'function_expression', 'generator_function', 'function'];

export const JAVASCRIPT: SymbolRules = new Map<string, SymbolRule>([
  ...plain('class', 'class_declaration', 'abstract_class_declaration'),
  ...plain('interface', 'interface_declaration'),
  ...plain('type', 'type_alias_declaration'),
  ...plain('enum', 'enum_declaration'),
  ...plain('module', 'internal_module', 'module'),
  ...plain('function', 'function_declaration', 'generator_function_declaration', 'function_signature'),
  ...plain('method', 'method_definition', 'method_signature', 'abstract_method_signature'),
  ['variable_declarator', { kind: 'function', only: { field: 'value', types: FUNCTIONS } }],
  ['public_field_definition', { kind: 'method', only: { field: 'value', types: FUNCTIONS } }],
  [
    'field_definition',
    { kind: 'method', name: { field: 'property' }, only: { field: 'value', types: FUNCTIONS } },
  ],
]);

export const PYTHON: SymbolRules = new Map<string, SymbolRule>([
  ...plain('class', 'class_definition'),
  ['function_definition', { kind: 'function', member: 'method' }],
  ['type_alias_statement', { kind: 'type', name: { field: 'left' } }],
]);

export const GO: SymbolRules = new Map<string, SymbolRule>([
  ...plain('type', 'type_spec', 'type_alias'),
  ...plain('function', 'function_declaration'),
  ...plain('method', 'method_declaration', 'method_elem'),
]);

export const RUST: SymbolRules = new Map<string, SymbolRule>([
  ...plain('module', 'mod_item'),
  ...plain('struct', 'struct_item'),
  ...plain('enum', 'enum_item'),
  ...plain('union', 'union_item'),
  ...plain('trait', 'trait_item'),
  ...plain('type', 'type_item'),
  ...plain('macro', 'macro_definition'),
  ['impl_item', { kind: 'impl', name: { joined: ['trait', 'type'], by: ' for ' } }],
  ['function_item', { kind: 'function', member: 'method' }],
  ['function_signature_item', { kind: 'function', member: 'method' }],
]);

export const JAVA: SymbolRules = new Map<string, SymbolRule>([
  ...plain('class', 'class_declaration'),
  ...plain('interface', 'interface_declaration'),
  ...plain('annotation', 'annotation_type_declaration'),
  ...plain('enum', 'enum_declaration'),
  ...plain('record', 'record_declaration'),
  ...plain('constructor', 'constructor_declaration', 'compact_constructor_declaration'),
  ...plain('method', 'method_declaration'),
]);

export const C_SHARP: SymbolRules = new Map<string, SymbolRule>([
  ...plain('namespace', 'namespace_declaration', 'file_scoped_namespace_declaration'),
  ...plain('class', 'class_declaration'),
  ...plain('struct', 'struct_declaration'),
  ...plain('interface', 'interface_declaration'),
  ...plain('enum', 'enum_declaration'),
  ...plain('record', 'record_declaration'),
  ...plain('delegate', 'delegate_declaration'),
  ...plain('constructor', 'constructor_declaration'),
  ...plain('method', 'method_declaration'),
  ...plain('property', 'property_declaration'),
  ...plain('function', 'local_function_statement'),
]);

const bodied = { field: 'body', types: ['field_declaration_list', 'enumerator_list'] };
const declared = { field: 'declarator', types: ['function_declarator'] };
const innermost = { innermost: 'declarator' };

export const CPP: SymbolRules = new Map<string, SymbolRule>([
  ...plain('namespace', 'namespace_definition'),
  ...plain('type', 'alias_declaration', 'concept_definition'),
  ...plain('macro', 'preproc_function_def'),
  ['class_specifier', { kind: 'class', only: bodied }],
  ['struct_specifier', { kind: 'struct', only: bodied }],
  ['union_specifier', { kind: 'union', only: bodied }],
  ['enum_specifier', { kind: 'enum', only: bodied }],
  ['type_definition', { kind: 'type', name: innermost }],
  ['function_definition', { kind: 'function', member: 'method', name: innermost }],
  ['declaration', { kind: 'function', member: 'method', name: innermost, only: declared }],
  ['field_declaration', { kind: 'method', name: innermost, only: declared }],
]);

export const RUBY: SymbolRules = new Map<string, SymbolRule>([
  ...plain('module', 'module'),
  ...plain('class', 'class'),
  ...plain('method', 'method', 'singleton_method'),
]);

export const PHP: SymbolRules = new Map<string, SymbolRule>([
  ...plain('namespace', 'namespace_definition'),
  ...plain('class', 'class_declaration'),
  ...plain('interface', 'interface_declaration'),
  ...plain('trait', 'trait_declaration'),
  ...plain('enum', 'enum_declaration'),
  ...plain('function', 'function_definition'),
  ...plain('method', 'method_declaration'),
]);

export const SHELL: SymbolRules = new Map<string, SymbolRule>(plain('function', 'function_definition'));

export const POWERSHELL: SymbolRules = new Map<string, SymbolRule>([
  ['function_statement', { kind: 'function', name: { child: 'function_name' } }],
  ['class_statement', { kind: 'class', name: { child: 'simple_name' } }],
  ['class_method_definition', { kind: 'method', name: { child: 'simple_name' } }],
  ['enum_statement', { kind: 'enum', name: { child: 'simple_name' } }],
]);

/** Symbols that members lie in. */
export const HOLDERS: ReadonlySet<string> = new Set(
  'class struct union interface trait impl enum record'.split(' '),
);

function plain(kind: string, ...types: readonly string[]): (readonly [string, SymbolRule])[] {
  return types.map((type) => [type, { kind }]);
}
