export function projectNode(): string;
