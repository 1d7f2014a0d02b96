import { useForm } from '@mantine/form';
import { eventTypes } from '@satchel/core/contract/events.ts';
import { useEffect, useRef, useState } from 'react';
import { useServices } from '#services.ts';
import { reasonOf } from '#ui/reason-of.ts';
import { type ResetForm, type ResetStep, resetErrors, takeResetStep } from './reset-steps.ts';
import { texts } from './texts.ts';

const empty: ResetForm = { mail: '', code: '', password: '', confirmation: '' };

/** How the automatic sign-in at the end went; null while it runs. */
export type SignedIn = { username: string; failure: string | null } | null;

/** The way from a forgotten password to being signed in (AUTH-29, AUTH-30). */
export function useReset() {
  const { passwordReset, session, events, notices, configuration } = useServices();
  const [step, setStep] = useState<ResetStep>(1);
  const [isMailed, setMailed] = useState(false);
  /** Each way to another step; what a step that was left by then meets at the host leads nowhere. */
  const ways = useRef(0);
  /** Of the present way: whoever has left a step is not kept waiting for it. */
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [signedIn, setSignedIn] = useState<SignedIn>(null);
  const form = useForm<ResetForm>({
    initialValues: empty,
    validate: (values) => resetErrors(step, values, configuration.passwordMinLength),
  });

  async function signIn(username: string, password: string) {
    let ownerId: string;
    try {
      ({ uuid: ownerId } = await session.signIn({ username, password }));
    } catch (error) {
      setSignedIn({ username, failure: reasonOf(error) });
      return;
    }
    setSignedIn({ username, failure: null });
    // Only now there is an account under which the host takes the event (AUTH-38). The password is set, also where the
    // device has no room to note it down.
    const event = {
      eventTypeId: eventTypes.USER_PASSWORD_RESET,
      description: texts.reset.event(username),
      ownerId,
    };
    await events.log(event).catch((error: unknown) => console.warn('Error saving the log', error));
  }

  useEffect(
    () => () => {
      ways.current += 1;
    },
    [],
  );

  function goTo(next: ResetStep) {
    ways.current += 1;
    setBusy(false);
    setFailure(null);
    setStep(next);
  }

  const submit = form.onSubmit(
    async (values) => {
      setFailure(null);
      setBusy(true);
      const way = ways.current;
      let username: string | null;
      try {
        username = await takeResetStep(step, values, passwordReset);
      } catch (error) {
        if (way !== ways.current) return;
        setBusy(false);
        setFailure(texts.reset.failed(reasonOf(error)));
        return;
      }
      if (way !== ways.current) {
        // Nobody signs in who has gone elsewhere, but their password is another one now.
        if (username !== null) notices.show({ tone: 'done', text: texts.reset.isSet });
        return;
      }
      if (step === 1) setMailed(true);
      goTo((step + 1) as ResetStep);
      if (username === null) return;
      // Passwords are not kept longer than they are needed.
      form.setValues(empty);
      await signIn(username, values.password);
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] as keyof ResetForm)?.focus(),
  );

  /** The mail came before: the host sends three in an hour, and a code is good for ten minutes. */
  function typeCode() {
    if (form.validate().hasErrors) {
      form.getInputNode('mail')?.focus();
      return;
    }
    setMailed(false);
    goTo(2);
  }

  /** Another address, or another code: both begin with the address. */
  function back() {
    form.setValues({ ...empty, mail: form.values.mail });
    form.clearErrors();
    goTo(1);
  }

  return {
    step,
    isMailed,
    isBusy,
    form,
    submit,
    typeCode,
    back,
    failure,
    dismiss: () => setFailure(null),
    signedIn,
  };
}
