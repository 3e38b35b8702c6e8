/** What staff may do. A contract names the permission that it needs: `access: { staff: 'content.preview' }`. */
export const permissions = [
  /** See content before it is published. */
  'content.preview',
] as const
export type Permission = (typeof permissions)[number]
