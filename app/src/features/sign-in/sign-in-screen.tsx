import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { TextLink } from '#navigation/links.tsx';
import { useServices, useWatched } from '#services.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { filled, typed } from '#ui/field-rules.ts';
import { PasswordField } from '#ui/password-field.tsx';
import { reasonOf } from '#ui/reason-of.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import classes from './sign-in-screen.module.css';
import { texts } from './texts.ts';

const AuthSettingsDialog = lazy(() => import('./auth-settings-dialog.tsx'));

/** Whose product it is, and the two fields (AUTH-02). */
export default function SignInScreen() {
  const { configuration } = useServices();
  const [isAdvanced, advanced] = useDisclosure();
  const { login } = configuration.auth;
  return (
    <SignInFrame title={texts.welcome} hint={texts.hint(configuration.brand.name)}>
      {login.mode === 'link' ? (
        <Button component="a" href={login.url} size="lg" fullWidth>
          {texts.login}
        </Button>
      ) : (
        <SignInForm />
      )}
      <div className={classes.links}>
        <ForgottenPassword />
        <Button variant="subtle" color="gray" className={classes.plain} onClick={advanced.open}>
          {texts.advanced.title}
        </Button>
      </div>
      <Register />
      {isAdvanced && (
        <Suspense>
          <AuthSettingsDialog onClose={advanced.close} />
        </Suspense>
      )}
    </SignInFrame>
  );
}

/** Fields are checked lazily: once left or submitted (AUTH-05). */
function SignInForm() {
  const { session, connection } = useServices();
  const { online } = useWatched(connection);
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    validateInputOnBlur: true,
    validate: { username: filled(texts.username), password: typed(texts.password) },
  });
  const signIn = form.onSubmit(
    async ({ username, password }) => {
      setFailure(null);
      try {
        await session.signIn({ username: username.trim(), password });
      } catch (error) {
        setFailure(reasonOf(error));
        return;
      }
      // Back leads past the form, and past the sign-out before it, which would sign out whoever signed in.
      await navigate({ to: '/', replace: true });
    },
    (errors) => form.getInputNode(errors.username ? 'username' : 'password')?.focus(),
  );
  return (
    <form onSubmit={signIn} noValidate>
      {failure && <ErrorBanner text={texts.failed(failure)} onDismiss={() => setFailure(null)} />}
      <TextInput
        label={texts.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        key={form.key('username')}
        {...form.getInputProps('username')}
      />
      <PasswordField
        label={texts.password}
        autoComplete="current-password"
        mt={20}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <Button type="submit" size="lg" fullWidth mt={28} loading={form.submitting}>
        {texts.login}
      </Button>
      <p className={classes.offline} role="status" hidden={online}>
        {online ? '' : texts.offline}
      </p>
    </form>
  );
}

/** Only when somebody else's page or our own can reset it (AUTH-03). */
function ForgottenPassword() {
  const { reset } = useServices().configuration.auth;
  if (!reset) return <span />;
  if (reset.mode === 'api')
    return (
      // Whoever has signed in at its end goes back past this form.
      <TextLink to="/user/reset" replace className={classes.link}>
        {texts.forgotten}
      </TextLink>
    );
  return (
    <a href={reset.url} target="_blank" rel="noreferrer" className={classes.link}>
      {texts.forgotten}
    </a>
  );
}

/** People without an account are led to where they get one, if there is such a page (AUTH-15). */
function Register() {
  const { register } = useServices().configuration.auth;
  if (register?.mode !== 'link') return null;
  return (
    <p className={classes.register}>
      {texts.noAccount}
      <a href={register.url} target="_blank" rel="noreferrer" className={classes.link}>
        {texts.register}
      </a>
    </p>
  );
}
