import { Button, Popover, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { isComposing } from '#ui/is-composing.ts';
import { texts } from '../texts.ts';
import { Control, type ControlsProps } from './editor-controls.tsx';
import { linkAddress } from './link-address.ts';
import { linkAround } from './link-around.ts';
import classes from './rich-text-editor.module.css';

/** Sets, changes and removes the link of the words that are selected. */
export function LinkControl({ editor, standing: { link } }: ControlsProps) {
  const [opened, { open, close }] = useDisclosure();
  const [address, setAddress] = useState('');
  const start = () => {
    setAddress(link);
    open();
  };
  const onWholeLink = () => {
    const whole = linkAround(editor.state);
    const chain = editor.chain().focus();
    return whole ? chain.setTextSelection(whole) : chain;
  };
  const set = () => {
    const href = linkAddress(address);
    if (!href) return;
    if (editor.state.selection.empty && link === '')
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run();
    else onWholeLink().setLink({ href }).run();
    close();
  };
  const remove = () => {
    onWholeLink().unsetLink().run();
    close();
  };
  return (
    <Popover
      opened={opened}
      onChange={(next) => (next ? start() : close())}
      position="bottom-start"
      withinPortal={false}
      trapFocus
      shadow="md"
      radius="lg"
    >
      <Popover.Target>
        <Control
          label={texts.editor.link}
          icon={IconLink}
          active={link !== ''}
          onClick={opened ? close : start}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes.linkForm}>
        <TextInput
          label={texts.editor.linkAddress}
          type="url"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return;
            event.preventDefault();
            set();
          }}
          data-autofocus
        />
        <div className={classes.linkActions}>
          {link !== '' && (
            <Button variant="subtle" onClick={remove}>
              {texts.editor.removeLink}
            </Button>
          )}
          <Button variant="light" disabled={linkAddress(address) === null} onClick={set}>
            {texts.editor.setLink}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
