/** Sent when the browser could not get a CSRF token (shell §4). The server never accepts it. */
export const csrfFallbackToken = 'fallback-token'
