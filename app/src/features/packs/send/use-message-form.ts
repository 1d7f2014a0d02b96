import { useForm } from '@mantine/form';
import { sendErrors } from './message-form.ts';
import type { SendValues } from './recipients.ts';

export type MessageFormState = ReturnType<typeof useMessageForm>;

export const useMessageForm = (initialValues: SendValues, onValuesChange: (values: SendValues) => void) =>
  useForm({ initialValues, validate: sendErrors, onValuesChange });
