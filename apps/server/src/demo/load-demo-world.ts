export async function loadDemoWorld(
  _services: unknown,
  _partners: unknown,
  _options: { report: (line: string) => void },
): Promise<void> {}
