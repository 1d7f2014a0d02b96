export class Refusal extends Error {
  readonly status: number;
  /** What of the document is to blame. */
  readonly pointer: string | undefined;

  constructor(status: number, title: string, pointer?: string) {
    super(title);
    this.status = status;
    this.pointer = pointer;
  }
}

export const refuse = (status: number, title: string, pointer?: string) =>
  new Refusal(status, title, pointer);

const kind = 'application/vnd.api+json';

export const answer = (status: number, body: unknown, etag?: string) =>
  new Response(status === 304 || status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': kind, ...(etag !== undefined && { etag }) },
  });

export const refusalAnswer = ({ status, message, pointer }: Refusal) =>
  answer(status, {
    errors: [
      { status: String(status), title: message, ...(pointer !== undefined && { source: { pointer } }) },
    ],
  });
