import { reasonOf } from '#ui/reason-of.ts';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { PageTitle } from '#navigation/page-title.tsx';
import { useServices, useWatched } from '#services.ts';
import { FormCard } from '#ui/card.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { FieldErrors } from '#ui/field-errors.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { type AccountForm, accountRules, emptyAccountForm } from './account-form.ts';
import classes from './account-screen.module.css';
import { texts } from './texts.ts';

const fields = ['existing', 'wanted', 'confirmation'] as const;

/** What one person has typed is for nobody who signs in after them in another window. */
export default function AccountScreen() {
  const { user } = useWatched(useServices().session);
  return <PasswordForm key={user?.uuid} name={user?.name ?? ''} />;
}

/** The three password fields (ACCT-02). */
function PasswordForm({ name }: { name: string }) {
  const { account, connection, notices, configuration } = useServices();
  const { online } = useWatched(connection);
  const [failure, setFailure] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const form = useForm<AccountForm>({
    initialValues: emptyAccountForm,
    validate: accountRules(configuration.passwordMinLength),
  });
  const wrong = fields.filter((field) => form.errors[field]);

  const save = form.onSubmit(
    async ({ existing, wanted }) => {
      setFailure(null);
      setChecked(false);
      try {
        await account.changePassword({ existing, wanted });
      } catch (error) {
        setFailure(reasonOf(error));
        return;
      }
      form.reset();
      notices.show({ tone: 'done', text: texts.saved });
    },
    (errors) => {
      setFailure(null);
      setChecked(true);
      form.getInputNode(fields.find((field) => errors[field]) ?? 'existing')?.focus();
    },
  );

  return (
    <NarrowPage>
      <PageTitle inHeaderOnPhone>{texts.title}</PageTitle>
      {failure && <ErrorBanner text={failure} onDismiss={() => setFailure(null)} />}
      {isChecked && wrong.length > 0 && (
        <FieldErrors
          text={texts.check}
          fields={wrong.map((field) => ({
            label: texts[field],
            focus: () => form.getInputNode(field)?.focus(),
          }))}
        />
      )}
      <FormCard
        onSubmit={save}
        heading={texts.heading}
        hint={texts.hint}
        why={online ? '' : texts.offline}
        button={
          <Button type="submit" disabled={!online} loading={form.submitting}>
            {texts.save}
          </Button>
        }
      >
        <fieldset className={classes.fields} disabled={!online} aria-label={texts.heading}>
          {/* For the browser's own memory of passwords. */}
          <input type="text" autoComplete="username" value={name} readOnly hidden />
          <PasswordField
            label={texts.existing}
            autoComplete="current-password"
            disabled={!online}
            {...form.getInputProps('existing')}
          />
          <PasswordField
            label={texts.wanted}
            autoComplete="new-password"
            disabled={!online}
            {...form.getInputProps('wanted')}
          />
          <PasswordField
            label={texts.confirmation}
            noun={texts.confirmationNoun}
            autoComplete="new-password"
            disabled={!online}
            {...form.getInputProps('confirmation')}
          />
        </fieldset>
      </FormCard>
    </NarrowPage>
  );
}
