/** What staff may do. A contract names the permission that it needs: `access: { staff: 'content.preview' }`. */
export const permissions = ['content.preview'] as const
export type Permission = (typeof permissions)[number]
