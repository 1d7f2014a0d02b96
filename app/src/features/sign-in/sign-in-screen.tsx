import { PageTitle } from '#navigation/page-title.tsx';

export default function SignInScreen() {
  return <PageTitle>SignIn</PageTitle>;
}
