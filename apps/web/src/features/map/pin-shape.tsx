export function PinShape() {
  return (
    <svg viewBox="0 0 28 36" width="28" height="36" aria-hidden="true">
      <path d="M14 35S2 23.6 2 13.6A12 12 0 0 1 26 13.6C26 23.6 14 35 14 35z" />
      <circle cx="14" cy="13.6" r="4.6" />
    </svg>
  )
}
