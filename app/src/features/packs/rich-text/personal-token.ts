import { type PersonalToken, personalTokens, tokenMarker } from '@satchel/core/contract/personal-tokens.ts';
import { mergeAttributes, Node } from '@tiptap/core';
import { isPersonalToken } from './token-markers.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    personalToken: {
      insertPersonalToken: (token: PersonalToken) => ReturnType;
    };
  }
}

const nameOf = (token: unknown) => (isPersonalToken(token) ? personalTokens[token] : '');

/** A personal token in the text: a pill that behaves as one character. */
export const PersonalTokenNode = Node.create({
  name: 'personalToken',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({
    token: {
      default: null,
      parseHTML: (element: HTMLElement) => element.dataset.token,
      renderHTML: ({ token }: Record<string, unknown>) => ({ 'data-token': token }),
    },
  }),
  parseHTML: () => [
    {
      tag: 'span[data-token]',
      getAttrs: (element) => (isPersonalToken(element.dataset.token) ? null : false),
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes),
    nameOf(node.attrs.token),
  ],
  renderText: ({ node }) => (isPersonalToken(node.attrs.token) ? tokenMarker(node.attrs.token) : ''),
  addCommands() {
    return {
      insertPersonalToken:
        (token) =>
        ({ commands }) =>
          commands.insertContent({ type: this.name, attrs: { token } }),
    };
  },
});
