import { PageTitle } from '#navigation/page-title.tsx';
import { texts } from './texts.ts';

/** An empty page to try things on (NAV-40). */
export default function TestScreen() {
  return <PageTitle>{texts.test}</PageTitle>;
}
