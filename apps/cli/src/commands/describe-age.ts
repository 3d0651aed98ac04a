const STEPS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'm', seconds: 60 },
] as const;

/** How long ago something was, as in `3s ago`. A clock that went back makes it now. */
export function describeAge(timestamp: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(timestamp)) / 1000));
  if (Number.isNaN(seconds)) return timestamp;
  const step = STEPS.find((one) => seconds >= one.seconds);
  return step === undefined ? `${seconds}s ago` : `${Math.floor(seconds / step.seconds)}${step.name} ago`;
}
