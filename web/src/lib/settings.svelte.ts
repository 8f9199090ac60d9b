export type Theme = 'system' | 'light' | 'dark';
export type Language = 'ja' | 'en';
export type Speed = 'calm' | 'normal' | 'fast' | 'off';

interface Kept {
  theme: Theme;
  language: Language;
  speed: Speed;
  sound: boolean;
  music: boolean;
  volume: number;
}

const KEY = 'gokaku.settings';

/** How much longer than the look's own times a motion takes. */
const SLOWNESS: Record<Speed, number> = { calm: 1.6, normal: 1, fast: 0.3, off: 0 };

function browserLanguage(): Language {
  return navigator.language.toLowerCase().startsWith('ja') ? 'ja' : 'en';
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.includes(value as T) ? (value as T) : otherwise;
}

/** Settings as they were left; whatever is missing or damaged is as at first. */
export function read(text: string | null, language: Language): Kept {
  let kept: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    if (typeof parsed === 'object' && parsed !== null) kept = parsed as Record<string, unknown>;
  } catch {
    // Damaged: as at first.
  }
  const volume = Number(kept['volume'] ?? 0.6);
  return {
    theme: oneOf(kept['theme'], ['system', 'light', 'dark'], 'system'),
    language: oneOf(kept['language'], ['ja', 'en'], language),
    speed: oneOf(kept['speed'], ['calm', 'normal', 'fast', 'off'], 'normal'),
    sound: kept['sound'] === true,
    music: kept['music'] === true,
    volume: volume >= 0 && volume <= 1 ? volume : 0.6,
  };
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

class Settings {
  kept = $state(read(stored(), browserLanguage()));
  #stillness = matchMedia('(prefers-reduced-motion: reduce)');
  isStill = $state(this.#stillness.matches);

  constructor() {
    this.#stillness.addEventListener('change', (event) => (this.isStill = event.matches));
    $effect.root(() => {
      $effect(() => {
        const text = JSON.stringify(this.kept);
        try {
          localStorage.setItem(KEY, text);
        } catch {
          // A browser that keeps nothing still plays.
        }
      });
      $effect(() => {
        const root = document.documentElement;
        root.lang = this.kept.language;
        if (this.kept.theme === 'system') delete root.dataset['theme'];
        else root.dataset['theme'] = this.kept.theme;
        root.style.setProperty('--slowness', String(this.slowness));
      });
    });
  }

  /** 0 means: nothing moves. */
  get slowness(): number {
    return this.isStill ? 0 : SLOWNESS[this.kept.speed];
  }
}

export const settings = new Settings();
