import { describe, expect, test } from 'vitest';
import { archiveOutcome, packSaveOutcome, sendToServerOutcome } from './pack-outcomes.ts';

const here = { savedLocally: true, savedRemotely: false, failure: 'No response' };
const nowhere = { savedLocally: false, savedRemotely: false, failure: 'Bad request' };
const there = { savedLocally: true, savedRemotely: true, failure: null };

describe('what is said after a save', () => {
  test('[PLIST-15] sending to the server says OK, or the local result and the message', () => {
    expect(sendToServerOutcome(there)).toEqual({ tone: 'done', text: 'Pack sent to server OK' });
    expect(sendToServerOutcome(here)).toEqual({
      tone: 'waiting',
      text: 'The pack was saved locally but could not be saved to the server: No response',
    });
    expect(sendToServerOutcome(nowhere)).toEqual({
      tone: 'problem',
      text: 'Error sending pack to server: Bad request',
    });
  });

  test('[SYNC-21] a pack that is only on this device is never said to be saved to the server', () => {
    expect(packSaveOutcome(there, true)).toEqual({ tone: 'done', text: 'Pack saved' });
    expect(packSaveOutcome(here, false)).toEqual({
      tone: 'waiting',
      text: 'Pack saved locally and will be saved to server when next online',
    });
    expect(packSaveOutcome(here, true)).toEqual({
      tone: 'waiting',
      text: 'The pack was saved locally but could not be saved to the server: No response',
    });
    expect(packSaveOutcome(nowhere, true)).toEqual({
      tone: 'problem',
      text: 'Error saving pack: Bad request',
    });
  });

  test('[PLIST-14] a pack that the server did not archive is an error', () => {
    expect(archiveOutcome(there).text).toBe('Pack archived OK');
    expect(archiveOutcome(here)).toEqual({ tone: 'problem', text: 'Error archiving pack: No response' });
  });
});
