import { builderTexts } from './builder/texts.ts';
import { many } from './many.ts';
import { sendTexts } from './send/texts.ts';

/** What the pack screens say. Where the specification gives a text, it stands here to the letter. */
export const texts = {
  notHere: {
    title: 'Pack',
    failed: (reason: string) => `Unable to load pack: ${reason}`,
    back: 'Back',
    unsaved: 'This pack is no longer among your packs. Your unsaved changes to it are still on this device.',
    unsavedUnasked: (reason: string) =>
      `This pack is not on this device, and could not be loaded: ${reason.replace(/\.$/, '')}. Your unsaved changes to it are here.`,
    untitled: 'Untitled',
    goOn: 'Go on with them',
    drop: 'Drop them',
  },
  channelElsewhere: {
    text: 'The channel of this pack is not on this device, and neither are its documents.',
    open: 'Open the channel',
  },
  list: {
    unsaved: (title: string) =>
      `‘${title}’ is no longer among your packs. Your unsaved changes to it are still on this device.`,
    showUnsaved: 'Show them',
    title: 'Packs',
    tabs: { all: 'All', shared: 'Shared packs', mine: 'My packs' },
    create: 'Create new pack',
    empty: {
      all: 'There are no packs in this channel yet.',
      shared: 'Nobody has shared a pack in this channel yet.',
      mine: 'You have not made a pack in this channel yet.',
    },
    signedOut: 'Log in to see your packs',
    login: 'Login',
    offline: 'Save for offline',
    offlineHint: 'Make the files in this pack available when offline',
    details: 'Details',
    view: 'View',
    detailsOf: (title: string) => `Details of ${title}`,
    viewOf: (title: string) => `View ${title}`,
    menuOf: (title: string) => `More for ${title}`,
    more: (count: number) => `+${count}`,
    waiting: 'waiting',
    refused: 'refused',
    sent: (times: number) => `sent ${times === 1 ? 'once' : `${times} times`}`,
    mailFailed: (mails: number) => (mails === 1 ? 'mail failed' : `${mails} mails failed`),
    loading: 'Loading packs',
    reports: 'Reports',
    search: 'Search',
    clearSearch: 'Clear search',
    found: (count: number) => many(count, 'pack found', 'packs found'),
    noMatch: (text: string) => `No pack here has '${text}' in its name or notes.`,
    sort: 'Sort by',
    sorts: { changed: 'Last change', name: 'Name' },
  },
  actions: {
    view: 'View',
    edit: 'Edit',
    build: 'Build',
    clone: 'Clone',
    send: 'Send',
    sendToServer: 'Send to server',
    archive: 'Archive',
    delete: 'Delete',
  },
  cancel: 'Cancel',
  colorPicker: { saturationLabel: 'Saturation and brightness', hueLabel: 'Hue' },
  clone: {
    title: 'Clone',
    question: 'Enter a name for the new pack',
    copyOf: (title: string) => `A copy of ${title}`,
    ok: 'OK',
    done: 'Pack cloned OK',
    failed: (reason: string) => `Error cloning pack: ${reason}`,
  },
  delete: {
    title: 'Delete',
    question: (title: string) => `Are you sure you want to delete the pack ${title}`,
    waiting: (count: number) =>
      count === 1
        ? 'A message with this pack waits on this device. Without the pack it cannot go out.'
        : `${count} messages with this pack wait on this device. Without the pack they cannot go out.`,
    done: 'Pack deleted OK',
    failed: (reason: string) => `Error deleting pack: ${reason}`,
  },
  archive: {
    title: 'Archive',
    question:
      'Are you sure you want to archive this pack? You will no longer have access to it here, though it will still be available on the server',
    stopped: (count: number) =>
      count === 1
        ? 'A message with this pack was refused or waits for your word. Without the pack it cannot be corrected here.'
        : `${count} messages with this pack were refused or wait for your word. Without the pack they cannot be corrected here.`,
    done: 'Pack archived OK',
    failed: (reason: string) => `Error archiving pack: ${reason}`,
  },
  archived: {
    text: 'This pack is archived. It is in no list, and cannot be changed or sent.',
    cloneable:
      'This pack is archived. It is in no list, and cannot be changed or sent. Clone it to go on with a copy.',
  },
  sendToServer: {
    running: 'Sending to server',
    done: 'Pack sent to server OK',
    failed: (reason: string) => `Error sending pack to server: ${reason}`,
  },
  save: {
    done: 'Pack saved',
    savedLocally: 'The pack was saved locally but could not be saved to the server',
    failed: (reason: string) => `Error saving pack: ${reason}`,
    keptBoth: (title: string, copy: string) =>
      `‘${title}’ was changed elsewhere meanwhile. Your changes are kept as ‘${copy}’, which is open now.`,
  },
  overtaken: {
    text: 'This pack was changed elsewhere since you began. Save to keep your changes as a copy of their own.',
    show: 'Drop mine and show it',
    confirm: {
      title: 'Drop your changes',
      question: 'What you changed here is lost, and the pack is shown as it is now.',
      confirm: 'Drop mine and show it',
      cancel: 'Keep my changes',
    },
    shown: 'The pack was changed elsewhere and is shown as it is now.',
  },
  restored: {
    drop: 'Drop them',
    confirm: {
      title: 'Drop your changes',
      question: 'What you changed last time and did not save is lost.',
      confirm: 'Drop changes',
      cancel: 'Keep my changes',
    },
    dropped: 'Your changes from last time were dropped',
  },
  leave: {
    title: 'Unsaved changes',
    ofPack: {
      question: 'This pack has changes that are not saved. They stay on this device as a draft.',
      notKept:
        'This pack has changes that are not saved, and this device could not keep the last of them as a draft. They may be lost when you leave.',
    },
    ofMessage: {
      question: 'What you typed here is not sent. It stays on this device as a draft.',
      notKept:
        'What you typed here is not sent, and this device could not keep the last of it as a draft. It may be lost when you leave.',
    },
    stay: 'Stay',
    leave: 'Leave',
    lose: 'Leave without them',
  },
  gone: 'This pack was deleted or archived elsewhere since you began. Save brings it back with your changes.',
  contentsProblem: {
    unreadable: 'The contents of this pack could not be read. They are kept, but cannot be shown or sent.',
    'newer-app':
      'This pack was made with a newer version of the app. Its contents cannot be shown or sent here.',
  },
  untitled: (sections: number) =>
    `${many(sections, "section is still called 'Enter title'", "sections are still called 'Enter title'")}, as prospects will read.`,
  view: {
    editAndSave: 'Edit & save',
    editAndSend: 'Edit & send',
    send: 'Send',
    withdrawn: 'This is no longer available.',
    notHere: 'This is not on this device.',
    onItsWay: 'This is being loaded.',
    page: (title: string) => `The page of ${title} as the prospect sees it`,
    loading: 'Loading the pack',
    viewed: (title: string) => `Pack viewed: ${title}`,
    opened: (name: string) => `Resource viewed: ${name}`,
  },
  builder: builderTexts,
  editor: {
    toolbar: 'Text format',
    format: 'Format',
    paragraph: 'Paragraph',
    heading3: 'Heading 3',
    heading4: 'Heading 4',
    alignment: 'Alignment',
    alignments: { left: 'Align left', center: 'Centre', right: 'Align right', justify: 'Justify' },
    bold: 'Bold',
    italic: 'Italic',
    strike: 'Strike through',
    underline: 'Underline',
    token: 'Insert token',
    rule: 'Horizontal line',
    link: 'Insert link',
    linkAddress: 'Address',
    setLink: 'Set link',
    removeLink: 'Remove link',
    removeFormat: 'Remove format',
    bulletList: 'Bullet list',
    orderedList: 'Numbered list',
    indent: 'Indent',
    outdent: 'Outdent',
    undo: 'Undo',
    redo: 'Redo',
    more: 'More',
    loading: 'Loading the editor',
    /** '' when nothing was. */
    leftOut: ({ pictures, formOfTables }: { pictures: number; formOfTables: boolean }) =>
      [
        pictures === 1 && 'A picture was left out: only pictures from your resources can be shown.',
        pictures > 1 && `${pictures} pictures were left out: only pictures from your resources can be shown.`,
        formOfTables && 'A table was put in as lines of text.',
      ]
        .filter(Boolean)
        .join(' '),
  },
  send: sendTexts,
  unsendable: {
    inPack: (items: readonly string[], more: number) =>
      `Not all of this can be sent: ${items.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`,
    title: 'Not everything can be sent',
    question: 'The server refuses a message that holds these:',
    because: {
      withdrawn: 'withdrawn',
      internal: 'internal, not for prospects',
      missing: 'not on this device, perhaps withdrawn',
    },
    without: 'Send without them',
    takeOut:
      'This server cannot leave them out of a message. To send without them, take them out of the pack first.',
    asItIs: 'Send as it is',
  },
  preview: {
    open: 'Preview',
    title: 'Preview',
    hint: 'As the prospect will see it. Looking at it here is no visit.',
    hintOfSeveral: (recipients: number) =>
      `As the first of ${recipients} recipients will see it. Looking at it here is no visit.`,
    width: 'Width',
    devices: { phone: 'Phone', desktop: 'Desktop' },
    close: 'Close',
    page: (title: string) => `${title} as the prospect sees it`,
  },
  control: {
    expires: 'Link valid until',
    expiresHint: 'The end of this day; empty for always.',
    expired: 'This day has passed. Choose today or later, or leave it empty.',
    maxVisits: 'Visits allowed',
    maxVisitsHint: 'Empty for any number.',
    password: 'Link password',
    passwordHint: 'Tell it to the prospect yourself; it is not in the mail.',
    noDownload: 'Files can be looked at, not downloaded',
    /** What a link allows, where its fields are folded away. */
    inShort: (limits: readonly string[]) => `Link: ${limits.join(', ')}`,
    short: {
      password: 'password',
      visits: (count: number) => (count === 1 ? '1 visit' : `${count} visits`),
      until: (day: string) => `until ${day}`,
      noDownload: 'no downloads',
    },
    opens: 'Mail me when a pack is first opened',
    opensHint: 'For everything you send.',
    opensOffline: 'Can be changed when you are online.',
    opensFailed: (reason: string) => `This could not be changed: ${reason}`,
  },
  link: {
    title: (name: string) => `Link for ${name}`,
    hint: 'Scan the code or copy the link.',
    toCome:
      'The server makes this link. It appears here as soon as it is made, so you need not make another one.',
    code: (address: string) => `QR code of ${address}`,
    codeOf: (name: string) => `QR code of the link for ${name}`,
    address: 'Address of the link',
    open: 'Open the link, not counted as a visit',
    share: 'Share the link',
    shareOf: (name: string) => `Share the link for ${name}`,
    copy: 'Copy the link',
    copyOf: (name: string) => `Copy the link for ${name}`,
    copied: 'Copied',
    copyFailed: 'Copying failed',
    works: 'Saved to the server, the link works now.',
    waiting: 'Waiting on this device, the link works once it is sent.',
    manyWaiting: 'A link that waits on this device works once it is sent.',
    refused: 'The server refused it, so the link does not work.',
    cancelled: 'It was cancelled, so the link leads nowhere.',
    revoked: 'It was taken back, so the link leads nowhere.',
    waitingToBeMade: 'Waiting on this device, the link is made once it is sent.',
    notTold: 'Saved to the server, which has told no link yet.',
    another: 'Make another link',
    finish: 'Finish',
  },
} as const;
