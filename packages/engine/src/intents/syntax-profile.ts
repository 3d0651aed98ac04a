/** Which scope a declared name belongs to: the nearest one, the one around the declaring node, or the nearest function. */
type DeclaredIn = 'nearest' | 'around' | 'function';

/** What has to be known of a language to tell a renamed name from another one. */
export interface SyntaxProfile {
  readonly family: 'script' | 'python' | 'go' | 'rust' | 'java';
  readonly scopes: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
  /** By the kind of the parent and the field in it, as in `variable_declarator.name`. */
  readonly declares: ReadonlyMap<string, DeclaredIn>;
  /** Nodes that lie between a declaring node and its names, and the fields in them that hold no name. */
  readonly patterns: ReadonlyMap<string, readonly string[]>;
}

const SCRIPT: SyntaxProfile = {
  family: 'script',
  scopes:
    words(`program statement_block function_declaration function_expression arrow_function method_definition
    generator_function generator_function_declaration class_declaration abstract_class_declaration class for_statement
    for_in_statement catch_clause switch_body class_static_block class_body interface_declaration type_alias_declaration
    function_signature method_signature abstract_method_signature function_type call_signature construct_signature`),
  functions:
    words(`program function_declaration function_expression arrow_function method_definition generator_function
    generator_function_declaration class_static_block`),
  declares: declarations({
    nearest: `variable_declarator.name function_expression.name required_parameter.pattern optional_parameter.pattern
      formal_parameters. catch_clause.parameter for_in_statement.left import_specifier.alias import_clause.
      namespace_import. type_parameter.name`,
    around: `class_declaration.name abstract_class_declaration.name type_alias_declaration.name
      interface_declaration.name enum_declaration.name`,
    function: 'function_declaration.name generator_function_declaration.name function_signature.name',
  }),
  patterns: patterns('object_pattern array_pattern pair_pattern.key rest_pattern assignment_pattern.right'),
};

const PYTHON: SyntaxProfile = {
  family: 'python',
  scopes:
    words(`module function_definition lambda list_comprehension set_comprehension dictionary_comprehension
    generator_expression class_definition`),
  functions: words('module function_definition lambda class_definition'),
  declares: declarations({
    nearest: `parameters. default_parameter.name typed_default_parameter.name typed_parameter. lambda_parameters.
      assignment.left augmented_assignment.left for_statement.left for_in_clause.left as_pattern_target.
      aliased_import.alias`,
    around: 'function_definition.name class_definition.name',
    function: 'named_expression.name',
  }),
  patterns: patterns(
    'pattern_list tuple_pattern list_pattern list_splat_pattern dictionary_splat_pattern typed_parameter.type',
  ),
};

const GO: SyntaxProfile = {
  family: 'go',
  scopes:
    words(`source_file function_declaration method_declaration func_literal block if_statement for_statement
    expression_switch_statement type_switch_statement select_statement expression_case default_case type_case
    communication_case`),
  functions: words('source_file function_declaration method_declaration func_literal'),
  declares: declarations({
    nearest: `parameter_declaration.name variadic_parameter_declaration.name var_spec.name const_spec.name
      short_var_declaration.left range_clause.left type_switch_statement.alias receive_statement.left
      type_parameter_declaration.name`,
    around: 'function_declaration.name type_spec.name type_alias.name',
    function: '',
  }),
  patterns: patterns('expression_list'),
};

const RUST: SyntaxProfile = {
  family: 'rust',
  scopes: words(`source_file function_item block closure_expression match_arm for_expression if_expression
    while_expression declaration_list impl_item trait_item`),
  functions: words('source_file function_item closure_expression'),
  declares: declarations({
    nearest: `let_declaration.pattern parameter.pattern closure_parameters. for_expression.pattern let_condition.pattern
      match_arm.pattern type_parameter.name`,
    around: `function_item.name const_item.name static_item.name struct_item.name enum_item.name type_item.name`,
    function: '',
  }),
  patterns: patterns(`tuple_pattern mut_pattern reference_pattern ref_pattern tuple_struct_pattern.type
    struct_pattern.type field_pattern.name slice_pattern captured_pattern or_pattern match_pattern.condition`),
};

const JAVA: SyntaxProfile = {
  family: 'java',
  scopes: words(`program class_body interface_body enum_body method_declaration constructor_declaration
    compact_constructor_declaration lambda_expression block constructor_body for_statement enhanced_for_statement
    catch_clause try_with_resources_statement switch_block switch_block_statement_group`),
  functions: words('program method_declaration constructor_declaration lambda_expression'),
  declares: declarations({
    nearest: `variable_declarator.name formal_parameter.name catch_formal_parameter.name resource.name
      enhanced_for_statement.name lambda_expression.parameters inferred_parameters.`,
    around: 'method_declaration.name',
    function: '',
  }),
  patterns: new Map(),
};

const byLanguage: ReadonlyMap<string, SyntaxProfile> = new Map([
  ['typescript', SCRIPT],
  ['tsx', SCRIPT],
  ['javascript', SCRIPT],
  ['python', PYTHON],
  ['go', GO],
  ['rust', RUST],
  ['java', JAVA],
]);

/** Null for a language whose names nobody here can resolve. */
export function findProfile(language: string): SyntaxProfile | null {
  return byLanguage.get(language) ?? null;
}

/** In a shell, a blank or a line break more can be another command, and its grammar does not know all of them. */
const LOOSE: ReadonlySet<string> = words('bash powershell');

export function ignoresLayout(language: string): boolean {
  return !LOOSE.has(language);
}

export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/u).filter((word) => word !== ''));
}

function declarations(lists: Readonly<Record<DeclaredIn, string>>): ReadonlyMap<string, DeclaredIn> {
  return new Map([
    ...[...words(lists.nearest)].map((key) => [key, 'nearest'] as const),
    ...[...words(lists.around)].map((key) => [key, 'around'] as const),
    ...[...words(lists.function)].map((key) => [key, 'function'] as const),
  ]);
}

function patterns(list: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...words(list)].map((entry) => {
      const [kind = '', ...fields] = entry.split('.');
      return [kind, fields];
    }),
  );
}
