/** What a form shows for a setting; `json` for what no simple control can edit. */
export const settingControls = [
  'switch',
  'number',
  'money',
  'rate',
  'text',
  'choice',
  'choices',
  'list',
  'roles',
  'json',
] as const
export type SettingControl = (typeof settingControls)[number]
