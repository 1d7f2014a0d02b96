import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useServices } from '#services.ts';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { filled, isNotValid } from '#ui/field-rules.ts';
import classes from './auth-settings-dialog.module.css';
import { texts } from './texts.ts';

const { title, hint, url, address, client, save, cancel } = texts.advanced;

/** An address of the host itself or anywhere; one that is none would keep the app from starting. */
const isAddress = (value: string) => {
  const parsed = URL.parse(value.trim(), location.origin);
  return parsed !== null && /^https?:$/.test(parsed.protocol);
};

/** The Advanced dialog: both fields are required (AUTH-04). */
export default function AuthSettingsDialog({ onClose }: { onClose: () => void }) {
  const { session } = useServices();
  const form = useForm({
    initialValues: session.authSettings(),
    validateInputOnBlur: true,
    validate: {
      url: (value) => filled(url)(value) ?? (isAddress(value) ? null : isNotValid(url, address)),
      client: filled(client),
    },
  });
  return (
    <Dialog title={title} size={480} holdsWork={form.isDirty()} onClose={onClose}>
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => {
            session.changeAuthSettings({ url: values.url.trim(), client: values.client.trim() });
            onClose();
          },
          (errors) => form.getInputNode(errors.url ? 'url' : 'client')?.focus(),
        )}
      >
        <p className={classes.hint}>{hint}</p>
        <TextInput label={url} type="url" withAsterisk data-autofocus {...form.getInputProps('url')} />
        <TextInput label={client} withAsterisk mt={16} {...form.getInputProps('client')} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit">{save}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
