/**
 * Kept by a browser in place of an anti-forgery token that it could not get (shell §4). It tells the browser that there
 * is none; the server never accepts it.
 */
export const csrfFallbackToken = 'fallback-token'
