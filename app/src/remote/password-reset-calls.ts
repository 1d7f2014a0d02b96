import { isObject } from '@satchel/core/contract/is-object.ts';
import { newId } from '@satchel/core/pack/new-id.ts';
import type { Request } from './create-request.ts';
import { failureOf, RemoteFailure } from './failure.ts';

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** AUTH-36: the words with the code of the error, where it has one. */
const withCode = (words: string | undefined, code: string | undefined) =>
  new Error(`${words ?? 'Server error'}${code === undefined ? '' : ` (${code})`}`);

/** Some hosts say true, others 'ok'. */
const isOk = ({ status }: Record<string, unknown>) => status === true || status === 'ok';

/**
 * One call of JSON-RPC 2.0 (API-10), without a token: whoever forgot a password is signed out.
 * @throws Error with the words for people and the code; RemoteFailure when the host could not be asked
 */
export async function resetCall(
  request: Request,
  address: string,
  method: 'generate_otp' | 'validate_otp' | 'apply_otp',
  params: Record<string, string>,
): Promise<Record<string, unknown>> {
  const call = { jsonrpc: '2.0', id: newId(), method: `salestool_otp.${method}`, params };
  const body = await answerOf(request, address, JSON.stringify(call));
  if (!isObject(body)) throw new RemoteFailure({ kind: 'unreachable', why: 'not-json' });
  if (isObject(body.error)) {
    const { code, message, data } = body.error;
    throw withCode(textOf(data) ?? textOf(message), textOf(code));
  }
  const result = isObject(body.result) ? body.result : {};
  if (isOk(result)) return result;
  const words = [textOf(result.message), textOf(result.hint)].filter(Boolean).join(' ');
  throw withCode(words || undefined, textOf(result.code));
}

/** A call that was not even executed comes back as a refusal, with the same error in it. */
async function answerOf(request: Request, address: string, body: string): Promise<unknown> {
  try {
    const answer = await request(address, {
      method: 'POST',
      open: true,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body,
      timeoutMs: 30_000,
    });
    return answer.body;
  } catch (error) {
    const failure = failureOf(error);
    const said = failure && 'errors' in failure ? failure.errors?.[0] : undefined;
    throw said?.detail === undefined ? error : withCode(said.detail, said.code);
  }
}
