/** The part of the package that is used; it brings no types of its own. */
declare module 'html-to-text' {
  export interface HtmlElement {
    readonly name?: string;
    readonly attribs?: Readonly<Record<string, string>>;
    readonly children?: readonly HtmlElement[];
    readonly parent?: HtmlElement | null;
  }

  export interface TextBuilder {
    openBlock(options: { leadingLineBreaks: number }): void;
    closeBlock(options: { trailingLineBreaks: number }): void;
    addInline(text: string): void;
    addLiteral(text: string): void;
  }

  export type Formatter = (
    element: HtmlElement,
    walk: (children: readonly HtmlElement[] | undefined, builder: TextBuilder) => void,
    builder: TextBuilder,
    options: Readonly<Record<string, unknown>>,
  ) => void;

  export interface Selector {
    readonly selector: string;
    readonly format?: string;
    readonly options?: {
      readonly hideLinkHrefIfSameAsText?: boolean;
      readonly noAnchorUrl?: boolean;
      readonly uppercase?: boolean;
      readonly leadingLineBreaks?: number;
      readonly trailingLineBreaks?: number;
      readonly pathRewrite?: (path: string, metadata: unknown, element: HtmlElement) => string;
    };
  }

  export interface ConvertOptions {
    readonly wordwrap: false;
    readonly formatters: Readonly<Record<string, Formatter>>;
    readonly selectors: readonly Selector[];
    readonly limits: { readonly maxDepth: number; readonly maxInputLength: number };
  }

  export const convert: (html: string, options: ConvertOptions) => string;
}
