import { Title } from '@mantine/core';

export default function SendScreen() {
  return <Title order={1}>Send</Title>;
}
