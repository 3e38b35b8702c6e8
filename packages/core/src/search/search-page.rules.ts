/** It is the number of restaurants on a page of results. */
export const usualPageSize = 20
