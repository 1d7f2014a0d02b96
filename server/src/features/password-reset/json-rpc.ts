import * as z from 'zod';

/** An error that the caller reads; `data` is the sentence for people, `message` names the kind. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: string;

  constructor(code: number, message: string, data: string) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.data = data;
  }
}

/** Codes of the JSON-RPC 2.0 specification, section 5.1. */
export const rpcErrors = {
  parse: (data: string) => new RpcError(-32700, 'Parse Error', data),
  invalidRequest: (data: string) => new RpcError(-32600, 'Invalid Request', data),
  unknownMethod: (data: string) => new RpcError(-32601, 'Method Not Found', data),
  invalidParams: (data: string) => new RpcError(-32602, 'Invalid Params', data),
  internal: (data: string) => new RpcError(-32603, 'Internal Error', data),
};

type Id = string | number | null;

interface Answer {
  jsonrpc: '2.0';
  id: Id;
  result?: unknown;
  error?: { code: number; message: string; data: string };
}

export interface RpcMethod {
  /** Executes the method with the parameters as they came, or throws an `RpcError`. */
  call(params: unknown, address: string): Promise<unknown>;
}

/** @param shape the parameters by name, in the order in which an array would give them */
export function rpcMethod<Shape extends z.ZodRawShape>(
  shape: Shape,
  work: (params: z.infer<z.ZodObject<Shape>>, address: string) => Promise<unknown>,
): RpcMethod {
  const schema = z.object(shape);
  const names = Object.keys(shape);
  return {
    async call(given, address) {
      const named = Array.isArray(given)
        ? Object.fromEntries(given.slice(0, names.length).map((value, index) => [names[index], value]))
        : (given ?? {});
      const params = schema.safeParse(named);
      if (!params.success) throw rpcErrors.invalidParams(sentenceOf(params.error, named as object));
      return work(params.data, address);
    },
  };
}

function sentenceOf({ issues: [issue] }: z.ZodError, given: object) {
  const name = String(issue?.path[0] ?? 'params');
  return Object.hasOwn(given, name)
    ? `The parameter ${name} is malformed.`
    : `Missing required parameter: ${name}`;
}

const call = z.object({
  jsonrpc: z.literal('2.0'),
  method: z.string().max(200),
  id: z.union([z.string().max(200), z.number()]).optional(),
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
});

const longestBatch = 10;

interface Context {
  methods: Readonly<Record<string, RpcMethod>>;
  /** Network address of the caller. */
  address: string;
  onFault(error: unknown): void;
}

/**
 * Answers a call or a batch of them, with the HTTP status this protocol has with hosts of this kind: 200 once a method
 * was executed, whatever came of it; 400 when none was; 204 when nobody waits for an answer.
 */
export async function answerRpc(body: unknown, context: Context) {
  if (!Array.isArray(body)) {
    const { answer, isExecuted } = await answerCall(body, context);
    return answer ? { status: isExecuted ? 200 : 400, body: answer } : { status: 204 };
  }
  if (body.length === 0 || body.length > longestBatch) {
    const reason = body.length === 0 ? 'The batch is empty.' : `A batch has at most ${longestBatch} calls.`;
    return { status: 400, body: errorAnswer(null, rpcErrors.invalidRequest(reason)) };
  }
  const outcomes: Outcome[] = [];
  for (const each of body) outcomes.push(await answerCall(each, context));
  const answers = outcomes.flatMap(({ answer }) => answer ?? []);
  if (answers.length === 0) return { status: 204 };
  return { status: outcomes.some(({ isExecuted }) => isExecuted) ? 200 : 400, body: answers };
}

interface Outcome {
  /** Absent for a notification. */
  answer?: Answer;
  isExecuted: boolean;
}

async function answerCall(given: unknown, { methods, address, onFault }: Context): Promise<Outcome> {
  const read = call.safeParse(given);
  if (!read.success) {
    const error = rpcErrors.invalidRequest('This is not a call as JSON-RPC 2.0 has it.');
    return { answer: errorAnswer(null, error), isExecuted: false };
  }
  const { id, method, params } = read.data;
  const answered = (answer: Answer, isExecuted: boolean): Outcome =>
    id === undefined ? { isExecuted } : { answer, isExecuted };
  try {
    const found = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!found) throw rpcErrors.unknownMethod(`There is no method ${method}.`);
    const result = await found.call(params, address);
    return answered({ jsonrpc: '2.0', id: id ?? null, result }, true);
  } catch (error) {
    if (!(error instanceof RpcError)) onFault(error);
    const told =
      error instanceof RpcError
        ? error
        : rpcErrors.internal('Something went wrong on the host. It has been logged.');
    const isExecuted = told.code !== -32601 && told.code !== -32602;
    return answered(errorAnswer(id ?? null, told), isExecuted);
  }
}

export const errorAnswer = (id: Id, { code, message, data }: RpcError): Answer => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, data },
});
