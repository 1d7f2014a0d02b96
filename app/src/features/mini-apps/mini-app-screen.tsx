import { PageTitle } from '#navigation/page-title.tsx';

export default function MiniAppScreen() {
  return <PageTitle>MiniApp</PageTitle>;
}
