import { Button, Loader, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ButtonLink, TextLink } from '#navigation/links.tsx';
import { useServices, useWatched } from '#services.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { StepLine } from '#ui/step-line.tsx';
import classes from './reset-screen.module.css';
import type { ResetForm } from './reset-steps.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { texts } from './texts.ts';
import { type SignedIn, useReset } from './use-reset.ts';

const { reset } = texts;

/** Where each step begins to type. */
const firstFields: readonly (keyof ResetForm)[] = ['mail', 'code', 'password'];

/** Four steps to another password, the last of which signs in (AUTH-29). */
export default function ResetScreen() {
  const { online } = useWatched(useServices().connection);
  const { step, isMailed, isBusy, form, submit, typeCode, back, failure, dismiss, signedIn } = useReset();
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const field = firstFields[step - 1];
    if (field) form.getInputNode(field)?.focus();
  }, [step, form]);
  const action = reset.actions[step - 1];
  const hint = step === 2 && !isMailed ? reset.codeHint : reset.hints[step - 1];
  return (
    <SignInFrame title={reset.title}>
      <div className={classes.steps}>
        <StepLine
          names={reset.steps}
          current={signedIn?.failure === null ? reset.steps.length : step - 1}
          done={reset.done}
        />
      </div>
      <p className={classes.hint} role="status">
        {hint?.(form.values.mail.trim())}
      </p>
      {failure && <ErrorBanner text={failure} onDismiss={dismiss} />}
      {step === 4 ? (
        <Completion signedIn={signedIn} />
      ) : (
        <form onSubmit={submit} noValidate className={classes.form}>
          {step === 1 && (
            <TextInput
              label={reset.mail}
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              {...form.getInputProps('mail')}
            />
          )}
          {step === 2 && (
            <TextInput
              label={reset.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              classNames={{ input: classes.code }}
              maxLength={40}
              {...form.getInputProps('code')}
            />
          )}
          {step === 3 && (
            <>
              <input type="text" autoComplete="username" value={form.values.mail} readOnly hidden />
              <PasswordField
                label={reset.password}
                autoComplete="new-password"
                {...form.getInputProps('password')}
              />
              <PasswordField
                label={reset.confirmation}
                noun={reset.confirmationNoun}
                autoComplete="new-password"
                {...form.getInputProps('confirmation')}
              />
            </>
          )}
          <Button type="submit" size="lg" fullWidth mt={8} loading={isBusy}>
            {action}
          </Button>
          {!online && (
            <p className={classes.offline} role="status">
              {reset.offline}
            </p>
          )}
          <div className={classes.ways}>
            <TextLink to="/user/login" replace className={classes.link}>
              {reset.toLogin}
            </TextLink>
            <Button
              variant="subtle"
              color="gray"
              className={classes.back}
              onClick={step === 1 ? typeCode : back}
            >
              {step === 1 ? reset.haveCode : reset.back}
            </Button>
          </div>
        </form>
      )}
    </SignInFrame>
  );
}

/** The password is set in any case; whether it has signed in already is said. */
function Completion({ signedIn }: { signedIn: SignedIn }) {
  const way = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (signedIn) way.current?.focus();
  }, [signedIn]);
  if (!signedIn) {
    return (
      <p className={classes.outcome} role="status">
        <Loader size={20} aria-hidden /> {reset.signingIn}
      </p>
    );
  }
  if (signedIn.failure !== null) {
    return (
      <>
        <ErrorBanner text={texts.failed(signedIn.failure)} />
        <ButtonLink to="/user/login" replace size="lg" fullWidth ref={way}>
          {texts.login}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <p className={classes.outcome} role="status">
        {reset.signedIn(signedIn.username)}
      </p>
      <ButtonLink to="/" replace size="lg" fullWidth ref={way}>
        {reset.goOn}
      </ButtonLink>
    </>
  );
}
