/** Words after which a comment is read by a tool and not by a person alone. */
const SWITCHES =
  /\b(?:eslint|tslint|jshint|jslint|oxlint|biome|prettier|istanbul|c8|v8|webpack\w*|vite|sourcemappingurl|sourceurl|noqa|pragma|pylint|mypy|pyright|ruff|isort|yapf|fmt|flake8|coding|nolint\w*|nosonar|nosec|clang|iwyu|noinspection|checkstyle|rubocop|typed|frozen_string_literal|encoding|warn_indent|shareable_constant_value|phpcs|phpstan|psalm|rustfmt|region|endregion|output|unordered output|swiftlint|ktlint|safety|globals?|exported)\b\s*(?::|=|-|\s|$)/iu;
/** Tags of documents, which change nothing that runs. */
const DOCUMENT_TAGS =
  /^(?:param|arg|argument|returns?|throws|exception|see|link|linkcode|linkplain|example|author|since|version|todo|remarks|summary|description|default|defaultvalue|template|typeparam|type|typedef|property|prop|name|brief|details|note|copyright|code|inheritdoc|internal|public|private|protected|readonly)$/iu;

/**
 * Whether a comment may be more than words for a person: a shebang, a switch of a compiler, linter or bundler, a build
 * tag, a doc test. What is in doubt counts as one.
 */
export function isDirective(comment: string): boolean {
  if (
    /^(?:#!|\/\/go:|\/\/export |\/\/line |\/\*line |\/\/ ?\+build|\/\/\/\s*<|#\s*-\*-|#\s*type:)/u.test(
      comment,
    )
  ) {
    return true;
  }
  if (/#__|@__|\/[/*][!#@]|```|<\?|\?>/u.test(comment)) return true;
  const content = comment.replace(/^[\s/*#!;-]+/u, '');
  if (SWITCHES.test(content.split('\n', 1)[0] ?? '') && isSwitchStart(content)) return true;
  for (const [, tag = ''] of comment.matchAll(/(?:^|[\s{*])@([\w-]+)/gu)) {
    if (!DOCUMENT_TAGS.test(tag)) return true;
  }
  return false;
}

function isSwitchStart(content: string): boolean {
  return content.search(SWITCHES) === 0;
}
