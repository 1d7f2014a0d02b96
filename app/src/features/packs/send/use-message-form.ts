import { useForm } from '@mantine/form';
import type { MessageForm } from '#services.ts';
import { messageErrors } from './message-form.ts';

export type MessageFormState = ReturnType<typeof useMessageForm>;

export const useMessageForm = (initialValues: MessageForm, onValuesChange: (values: MessageForm) => void) =>
  useForm({ initialValues, validate: messageErrors, onValuesChange });
