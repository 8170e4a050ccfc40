import { useRef } from 'react';

interface Logo {
  src: string;
  alt: string;
  width: number;
  height: number;
}

interface LogoMarqueeProps {
  logos: Logo[];
  pauseLabel: string;
}

function LogoRow({ logos, isCopy = false }: { logos: Logo[]; isCopy?: boolean }) {
  return (
    <ul className={`marquee-row ${isCopy ? 'marquee-copy' : ''}`} aria-hidden={isCopy || undefined}>
      {logos.map(({ src, alt, width, height }) => (
        <li key={src}>
          <img
            className="logo"
            src={src}
            alt={isCopy ? '' : alt}
            width={width}
            height={height}
            loading="lazy"
            decoding="async"
          />
        </li>
      ))}
    </ul>
  );
}

/**
 * The strip of client logos. Styles alone move it, stop it under the pointer and let the checkbox
 * pause it (WCAG 2.2.2), so all of that works before and without script. A finger cannot hover:
 * script lets a tap on the strip pause it as well.
 */
export default function LogoMarquee({ logos, pauseLabel }: LogoMarqueeProps) {
  const toggle = useRef<HTMLInputElement>(null);

  return (
    <div className="marquee">
      <input
        ref={toggle}
        type="checkbox"
        className="motion-toggle marquee-toggle"
        aria-label={pauseLabel}
      />
      {/* The checkbox does the same for keyboards and screen readers. */}
      {/* eslint-disable-next-line jsx-a11y-x/click-events-have-key-events, jsx-a11y-x/no-static-element-interactions */}
      <div className="marquee-window" onClick={() => toggle.current?.click()}>
        <div className="marquee-track">
          <LogoRow logos={logos} />
          <LogoRow logos={logos} isCopy />
        </div>
      </div>
    </div>
  );
}
