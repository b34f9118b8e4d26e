/** use-now: the time, in milliseconds since the Unix epoch, every half minute: for texts about moments. */
import { useEffect, useState } from 'react';

const stepMs = 30_000;

export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
