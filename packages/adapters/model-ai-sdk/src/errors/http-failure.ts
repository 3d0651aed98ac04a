/** The other side answered, but not with a stream: a status that says no, or a page that nobody asked for. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** The beginning of what it sent. */
  readonly body: string;

  constructor(status: number, headers: ReadonlyMap<string, string>, body: string) {
    super(`answered with status ${status}`);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}
