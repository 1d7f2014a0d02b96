export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, title: string) {
    super(title);
    this.status = status;
  }
}

export const refuse = (status: number, title: string) => new Refusal(status, title);

const kind = 'application/vnd.api+json';

export const answer = (status: number, body: unknown, etag?: string) =>
  new Response(status === 304 || status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': kind, ...(etag !== undefined && { etag }) },
  });

export const refusalAnswer = ({ status, message }: Refusal) =>
  answer(status, { errors: [{ status: String(status), title: message }] });
