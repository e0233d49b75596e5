import { Equality } from './answers/equality';
import { EventLoop } from './answers/event-loop';
import { OldValues } from './answers/old-values';
import { React19 } from './answers/react-19';
import { StateOrRef } from './answers/state-or-ref';

export const QUESTIONS = [
  {
    id: 'state-or-ref',
    subject: 'React',
    question: 'When is a value state, and when is it a ref?',
    Answer: StateOrRef,
  },
  {
    id: 'old-values',
    subject: 'React and JavaScript',
    question: 'Why does my effect see an old value?',
    Answer: OldValues,
  },
  {
    id: 'react-19',
    subject: 'React',
    question: 'What did Actions, useOptimistic and use change?',
    Answer: React19,
  },
  {
    id: 'equality',
    subject: 'JavaScript',
    question: 'What is the difference between == and ===?',
    Answer: Equality,
  },
  {
    id: 'event-loop',
    subject: 'JavaScript',
    question: 'Why does a promise come before a timeout of zero?',
    Answer: EventLoop,
  },
];
