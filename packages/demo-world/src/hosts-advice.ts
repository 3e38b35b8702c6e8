/** Chromium and Firefox resolve such names by themselves; Safari, curl and Node ask the system. */
export function hostsAdvice(slugs: readonly string[]): readonly string[] {
  const names = [...slugs, 'console', 'api'].map(name => `${name}.localhost`)
  return [
    '  This system does not resolve names such as skyward.localhost. Chrome, Edge and Firefox open them all the same;',
    '  for Safari and other programs add this line to /etc/hosts:',
    '',
    `    127.0.0.1 ${names.join(' ')}`,
  ]
}
