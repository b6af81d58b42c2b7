import type { AnswerLanguage } from "./answer-language.js";

export const english: AnswerLanguage = {
  yes: "yes|yep|yeah|yea|yup|sure|sure thing|of course|absolutely|definitely|certainly|by all means|agreed|affirmative|go ahead|go for it|do it|do that|please do|let's do it|let's do that|proceed|i agree|i confirm|i approve|approved|confirmed|that's right|that's correct|works for me|that works for me|fine with me|fine by me|that's fine with me|sounds good|sounds good to me|that would be great",
  yesAlone: "y|yh|aye|for sure|exactly|correct|confirm|approve|indeed|let's go",
  weakYes: "alright|all right|fine|very well",
  no: "no|nope|nah|naw|no way|hell no|thanks but no thanks|not now|not right now|not yet|not at all|not today|rather not|i'd rather not|better not|never|negative|declined|denied|rejected|i refuse|i decline|i disagree|i don't|i don't want that|i don't want to|no need|not necessary|not needed|don't|do not|don't do it|do not do it|don't do that|do not do that|by no means|under no circumstances|absolutely not|certainly not|definitely not|of course not|no chance",
  polite: "please|pls|plz|kindly",
  sorry: "sorry|i'm sorry|so sorry",
  thanks: "thanks|thank you|thank you very much|thank you so much|many thanks|thanks a lot|thx|ty|cheers",
  actually: "actually|on second thought|on second thoughts|i changed my mind|i've changed my mind|come to think of it",
  turning:
    "not|no|never|neither|nor|none|nothing|nobody|without|avoid|refrain|except|instead|don't|doesn't|didn't|won't|can't|cannot|isn't|aren't|shouldn't|wouldn't|couldn't|or|either|versus|vs|later",
  articles: "the|a|an|my|your|our",
  numbers:
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty",
  besideNumber:
    "about|around|roughly|approximately|only|just|exactly|make it|say|it's|it is|we are|we're|there are|there will be|in total|altogether|of us|of them",
  places: "first/1st/one|second/2nd/two|third/3rd/three|fourth/4th/four|last",
  besideOption:
    "the|one|option|number|i'd like|i would like|i'll take|i take|i'll have|i'd prefer|i prefer|i want|i choose|i pick|let's go with|let's take|go with|take|make it|it's",
  pointing: "that|it|this|that one|this one|the last one|them|those",
  doing:
    "do|redo|repeat|cancel|stop|send|delete|remove|undo|show|open|read|explain|summarize|summarise|translate|save|forward|share|fix|change|update|confirm|retry|run|again|please|more|now|me|to|tell|about|can|you|could|then|and",
};
