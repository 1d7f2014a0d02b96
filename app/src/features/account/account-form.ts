import { longEnough, typed } from '#ui/field-rules.ts';
import { texts } from './texts.ts';

export interface AccountForm {
  existing: string;
  wanted: string;
  confirmation: string;
}

export const emptyAccountForm: AccountForm = { existing: '', wanted: '', confirmation: '' };

/**
 * What each field has to hold (ACCT-04 to ACCT-06, ACCT-12).
 * @param least characters of a password
 */
export const accountRules = (least: number) => ({
  existing: typed(texts.existing),
  wanted: (value: string) => typed(texts.wanted)(value) ?? longEnough(least)(value),
  confirmation: (value: string, { wanted }: AccountForm) => (value === wanted ? null : texts.mustMatch),
});
