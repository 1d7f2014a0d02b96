import { useForm } from '@mantine/form';
import { openLink, sendErrors } from './message-form.ts';
import type { SendValues } from './recipients/recipients.ts';

/** What was pressed is on its way: until that is over nobody changes it in the form. */
export interface Hold {
  /** From the press on. The same for good. */
  isHeld: () => boolean;
  /** It is drawn, too: nothing is of its first moments. */
  isReadOnly: boolean;
}

interface Given {
  initialValues: SendValues;
  /** Whether the fields of what a link allows are there. */
  limitsLinks: boolean;
  onValuesChange: (values: SendValues) => void;
  hold: Hold;
}

/** The form, and the same as it is in somebody's hands. */
export function useMessageForm({ initialValues, limitsLinks, onValuesChange, hold }: Given) {
  const { isHeld } = hold;
  const form = useForm({
    initialValues,
    // What has no field cannot be mended there, and must not keep the message back.
    validate: (values) => sendErrors(limitsLinks ? values : { ...values, link: openLink }, Date.now()),
    onValuesChange,
    enhanceGetInputProps: ({ inputProps: { onChange } }) => ({
      onChange: (typed: unknown) => isHeld() || onChange(typed),
    }),
  });
  const inHand: typeof form & Hold = {
    ...form,
    ...hold,
    setValues: (values) => void (isHeld() || form.setValues(values)),
    setFieldValue: (path, value, options) => void (isHeld() || form.setFieldValue(path, value, options)),
    insertListItem: (path, item, index) => void (isHeld() || form.insertListItem(path, item, index)),
  };
  return { form, inHand };
}

export type MessageFormState = ReturnType<typeof useMessageForm>['inHand'];
