import { Title } from '@mantine/core';

export default function PackBuilderScreen() {
  return <Title order={1}>Build</Title>;
}
