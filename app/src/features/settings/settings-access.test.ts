import { expect, test } from 'vitest';
import { revealsAdvancedTabs } from './settings-access.ts';

const rep = { hostname: 'satchel.velden.example', hash: '#/settings', roles: ['sales_tool_user'] };

test('[SET-02] the tabs Settings and Debug show on this machine, to managers and administrators, and by the word in the address', () => {
  expect(revealsAdvancedTabs(rep)).toBe(false);
  expect(revealsAdvancedTabs({ ...rep, roles: ['external_sales_tool_manager'] })).toBe(false);
  expect(revealsAdvancedTabs({ ...rep, hostname: 'localhost' })).toBe(true);
  expect(revealsAdvancedTabs({ ...rep, hash: '#/settings?advanced' })).toBe(true);
  expect(revealsAdvancedTabs({ ...rep, roles: ['sales_tool_manager'] })).toBe(true);
  expect(revealsAdvancedTabs({ ...rep, roles: ['administrator'] })).toBe(true);
});
