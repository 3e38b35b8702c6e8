export const maxReceiptBytes = 5 * 1024 * 1024
