import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type AnchorElement = Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps | 'style'>;

const ButtonAnchor = (props: ButtonProps & AnchorElement) => <Button component="a" {...props} />;
const TextAnchor = (props: AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>) => (
  <Anchor {...props} />
);

/** A button that leads to a page. */
export const ButtonLink = createLink(ButtonAnchor);

/** Words that lead to a page. */
export const TextLink = createLink(TextAnchor);
