import { changePasswordCall } from '#remote/account-calls.ts';
import type { Request } from '#remote/create-request.ts';
import type { HostAddresses } from '#remote/host-address.ts';
import { resetCall } from '#remote/password-reset-calls.ts';

interface AccountParts {
  request: Request;
  addresses: () => HostAddresses;
}

/** What people do about their own password. */
export function createAccountCalls({ request, addresses }: AccountParts) {
  const reset = (...[method, params]: [Parameters<typeof resetCall>[2], Record<string, string>]) => {
    const { reset: address } = addresses();
    if (address === null) throw new Error('This server sets no passwords anew');
    return resetCall(request, address, method, params);
  };
  return {
    /** @throws RemoteFailure */
    changePassword: (given: { userId: string; existing: string; wanted: string }) =>
      changePasswordCall(request, addresses(), given),
    sendCode: async (mail: string) => void (await reset('generate_otp', { mail })),
    checkCode: async (mail: string, otp: string) => void (await reset('validate_otp', { mail, otp })),
    /** Resolves with the name to sign in with (API-13); the address does where the host names none. */
    async setPassword({ mail, code, password }: { mail: string; code: string; password: string }) {
      const { username } = await reset('apply_otp', { mail, otp: code, password });
      return typeof username === 'string' && username !== '' ? username : mail;
    },
  };
}
