/** Sounds, made on the spot: quiet tones and rustles, on from the first gesture until somebody mutes them. */

import { settings } from "./settings.svelte";

/** A tone has a pitch in Hz, and may slide to another; a rustle (pitch null) has none. */
interface Note {
  pitch: number | null;
  slide?: number;
  /** Seconds before it begins, and for how long it lasts. */
  after: number;
  length: number;
  /** How loud it is, of what others are. */
  share?: number;
}

const SOUNDS = {
  /** An order is given; a stage of a reveal begins; it is my move. */
  given: [{ pitch: 520, after: 0, length: 0.08 }],
  stage: [{ pitch: 300, after: 0, length: 0.06 }],
  yourMove: [
    { pitch: 660, after: 0, length: 0.12 },
    { pitch: 880, after: 0.12, length: 0.18 },
  ],
  /** Pieces go, cards turn over, dice roll, sides clash, something is gained. */
  move: [{ pitch: 220, slide: 330, after: 0, length: 0.16, share: 0.7 }],
  card: [
    { pitch: null, after: 0, length: 0.07, share: 0.6 },
    { pitch: 392, after: 0.05, length: 0.12 },
  ],
  dice: [
    { pitch: null, after: 0, length: 0.04 },
    { pitch: null, after: 0.07, length: 0.04 },
    { pitch: null, after: 0.16, length: 0.05 },
  ],
  clash: [
    { pitch: null, after: 0, length: 0.12, share: 0.8 },
    { pitch: 150, slide: 90, after: 0, length: 0.2 },
  ],
  gain: [
    { pitch: 523, after: 0, length: 0.1 },
    { pitch: 784, after: 0.08, length: 0.16 },
  ],
  shot: [{ pitch: 900, slide: 220, after: 0, length: 0.18, share: 0.7 }],
  explosion: [
    { pitch: null, after: 0, length: 0.5 },
    { pitch: 110, slide: 40, after: 0, length: 0.5 },
  ],
  /** It is over: I won, I lost, or neither. */
  won: [
    { pitch: 523, after: 0, length: 0.3 },
    { pitch: 659, after: 0.12, length: 0.3 },
    { pitch: 784, after: 0.24, length: 0.6 },
  ],
  lost: [
    { pitch: 392, after: 0, length: 0.3 },
    { pitch: 330, after: 0.16, length: 0.6 },
  ],
  over: [
    { pitch: 440, after: 0, length: 0.4 },
    { pitch: 554, after: 0.08, length: 0.4 },
    { pitch: 659, after: 0.16, length: 0.5 },
  ],
} satisfies { readonly [name: string]: readonly Note[] };

export type Sound = keyof typeof SOUNDS;

const LOUDNESS = 0.06;
/** The lowest that an exponential ramp can reach. */
const SILENCE = 0.0001;

let context: AudioContext | null = null;
let rustle: AudioBuffer | null = null;

/** Nothing sounds before the first gesture: no browser would allow it. */
export function play(sound: Sound): void {
  if (!settings.chosen.sound || document.hidden || !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  for (const note of SOUNDS[sound]) sing(context, note);
}

function sing(on: AudioContext, { pitch, slide, after, length, share = 1 }: Note): void {
  const [begin, end] = [on.currentTime + after, on.currentTime + after + length];
  const volume = on.createGain();
  // A tone that begins or ends at once would click.
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(LOUDNESS * share, begin + 0.01);
  volume.gain.exponentialRampToValueAtTime(SILENCE, end);
  const source = pitch === null ? on.createBufferSource() : on.createOscillator();
  if (source instanceof AudioBufferSourceNode) source.buffer = rustle ??= noise(on);
  else {
    source.frequency.setValueAtTime(pitch ?? 0, begin);
    if (slide !== undefined) source.frequency.exponentialRampToValueAtTime(slide, end);
  }
  source.connect(volume).connect(on.destination);
  source.start(begin);
  source.stop(end);
}

/** A second of noise. */
function noise(on: AudioContext): AudioBuffer {
  const buffer = on.createBuffer(1, on.sampleRate, on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}
