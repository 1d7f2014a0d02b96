import { PageTitle } from '#navigation/page-title.tsx';

export default function WhatsNewScreen() {
  return <PageTitle>WhatsNew</PageTitle>;
}
