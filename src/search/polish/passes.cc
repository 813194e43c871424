#include "search/polish/passes.h"

#include <array>

namespace skua::search {
namespace {

constexpr auto kPasses = std::to_array<Pass>({
    {"leave out statements", LeaveOutStatements},
    {"leave out arguments and elements", LeaveOutParts},
    {"pass all that is expected", PassAllExpected},
    {"pass what is expected", PassExpected},
    {"tell roles apart", TellRolesApart},
    {"make numbers round", MakeNumbersRound},
    {"make texts short", MakeTextsShort},
    {"make characters plain", MakeCharactersPlain},
    {"write long texts once", WriteLongTextsOnce},
    {"leave out statements again", LeaveOutStatements},
    {"act in public", ActInPublic},
    {"skip detours", SkipDetours},
    {"pass literals", PassLiterals, /*observes=*/true},
    {"pass nothing", PassNothing, /*observes=*/true},
    {"compare with the like", CompareWithTheLike},
    {"call what is returned", CallWhatIsReturned, /*observes=*/true},
    {"name own files", NameOwnFiles},
    {"use the base", UseTheBase},
});

}  // namespace

std::span<const Pass> AllPasses() { return kPasses; }
std::span<const Pass> StatementPasses() { return AllPasses().first(1); }
std::span<const Pass> PartPasses() { return AllPasses().first(2); }
std::span<const Pass> ValuePasses() { return AllPasses().first(9); }
std::span<const Pass> CallPasses() { return AllPasses().subspan(9); }

}  // namespace skua::search
