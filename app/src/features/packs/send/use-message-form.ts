import { useForm } from '@mantine/form';
import { openLink, sendErrors } from './message-form.ts';
import type { SendValues } from './recipients.ts';

export type MessageFormState = ReturnType<typeof useMessageForm>;

interface Given {
  initialValues: SendValues;
  /** Whether the fields of what a link allows are there. */
  limitsLinks: boolean;
  onValuesChange: (values: SendValues) => void;
}

export const useMessageForm = ({ initialValues, limitsLinks, onValuesChange }: Given) =>
  useForm({
    initialValues,
    // What has no field cannot be mended there, and must not keep the message back.
    validate: (values) => sendErrors(limitsLinks ? values : { ...values, link: openLink }, Date.now()),
    onValuesChange,
  });
