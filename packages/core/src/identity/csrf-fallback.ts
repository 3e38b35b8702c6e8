/** Stands for a CSRF token that the browser could not get (shell §4). The server never accepts it. */
export const csrfFallbackToken = 'fallback-token'
