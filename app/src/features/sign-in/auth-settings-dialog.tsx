import { Button, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useServices } from '#services.ts';
import classes from './auth-settings-dialog.module.css';
import { texts } from './texts.ts';

const isFilled = (field: string) => (value: string) => (value.trim() === '' ? texts.required(field) : null);

/** The Advanced dialog: both fields are required (AUTH-04). */
export default function AuthSettingsDialog({ onClose }: { onClose: () => void }) {
  const { session } = useServices();
  const { title, hint, url, client, save, cancel } = texts.advanced;
  const form = useForm({
    initialValues: session.authSettings(),
    validateInputOnBlur: true,
    validate: { url: isFilled(url), client: isFilled(client) },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={480}
      closeOnClickOutside={!form.isDirty()}
      closeButtonProps={{ 'aria-label': cancel, size: 44, iconSize: 20 }}
      classNames={{ content: classes.content, header: classes.header, title: classes.title }}
    >
      <form
        noValidate
        onSubmit={form.onSubmit((values) => {
          session.changeAuthSettings(values);
          onClose();
        })}
      >
        <p className={classes.hint}>{hint}</p>
        <TextInput label={url} type="url" withAsterisk data-autofocus {...form.getInputProps('url')} />
        <TextInput label={client} withAsterisk mt={16} {...form.getInputProps('client')} />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit">{save}</Button>
        </div>
      </form>
    </Modal>
  );
}
