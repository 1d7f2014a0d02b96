import { PageTitle } from '#navigation/page-title.tsx';

export default function SignOutScreen() {
  return <PageTitle>SignOut</PageTitle>;
}
