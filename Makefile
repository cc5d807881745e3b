# Katachi: one program (build/katachi), one library (libkatachi) and their tests.
#
#   make              the program, tuned to this machine      make PORTABLE=1   for other machines
#   make demo         build, train on the sample, look        make CC=clang     the other compiler
#   make check        all tests                               make MPI=1        for mpirun
#   make sanitize | tsan | lint | format | bench | fuzz | install | uninstall | dist | deb | reproducible | clean
#
# Objects of each configuration are in build/<configuration>/.  New .c files in the
# folders and their wings, and new tests/<folder>/test_*.c, need no change here.

ifeq ($(origin CC),default)
CC := gcc
endif
CONFIG  ?= release
PREFIX  ?= /usr/local
LIBDIR  ?= lib# below PREFIX, for libraries
VERSION := 0.1.0
OBJCOPY ?= objcopy
PKG_CONFIG ?= pkg-config
# "0" and "no" turn these off, as an empty value does.
$(foreach v,PORTABLE MPI V,$(eval override $v := $$(filter-out 0 no,$$($v))))
FOLDERS := base board draw patterns prediction sgf_corpus mm_train mcts nn nn_train selfplay api gtp match web cli

# ---- flags ----
NAME := $(CONFIG)$(if $(findstring clang,$(CC)),-clang)$(if $(PORTABLE),-portable)$(if $(MPI),-mpi)
B    := build/$(NAME)
# This machine's instructions, by the flag that the compiler knows on it; portable: those of all
# processors of its kind, on x86 of the last ten years.
known     = $(if $(shell $(CC) $(1) -S -x c /dev/null -o /dev/null 2>&1),,$(1))
ARCH := $(if $(PORTABLE),$(call known,-march=x86-64-v3),$(or $(call known,-march=native),$(call known,-mcpu=native)))

SANITIZERS := -O1 -g -DBOARD_CALLS -fno-omit-frame-pointer -fno-sanitize-recover=all -fsanitize=address,undefined
FLAGS_release  := -O3 $(ARCH) -DNDEBUG
# Locals that nobody set hold a pattern, so that reading them shows in each run.
FLAGS_check    := -O2 $(ARCH) -g -ftrivial-auto-var-init=pattern
FLAGS_sanitize := $(ARCH) $(SANITIZERS)
FLAGS_tsan     := $(ARCH) -O1 -g -DBOARD_CALLS -fsanitize=thread
FLAGS_fuzz     := $(ARCH) $(SANITIZERS) -fsanitize=fuzzer-no-link
$(if $(FLAGS_$(CONFIG)),,$(error there is no CONFIG=$(CONFIG); use release, check, sanitize, tsan or fuzz))

PKG      := libarchive libzstd zlib jansson gsl
OPTIONAL := uchardet libmicrohttpd
HAVE     := $(shell for p in $(OPTIONAL); do $(PKG_CONFIG) --exists $$p 2>/dev/null && echo $$p; done)
upper     = $(shell echo $(1) | tr a-z A-Z)
# oneDNN (networks on the CPU) is optional too; Debian's has no pkg-config file.  Versions 2 and 3 are known.
DNNL     := $(if $(shell $(CC) -E -dM -x c -include oneapi/dnnl/dnnl.h /dev/null 2>/dev/null | \
              grep ' DNNL_VERSION_MAJOR [23]$$'),1)
FEATURES := $(foreach p,$(HAVE),-DHAVE_$(call upper,$(p))) $(if $(DNNL),-DHAVE_DNNL) \
            $(if $(MPI),-DKATACHI_MPI)

# -Wno-psabi: wide vectors stay within inline functions, so their calling convention
# does not matter.  -Wno-format-truncation: messages are truncated on purpose.
# Warnings are errors with the compilers and flags that are tested; others may warn of more, as -flto does.
NEWEST   := $(if $(findstring clang,$(CC)),19,16)
STRICT   := $(if $(CFLAGS),,$(shell test "$$($(CC) -dumpversion 2>/dev/null | cut -d. -f1)" -le $(NEWEST) \
              2>/dev/null && echo -Werror))
WARNINGS := -Wall -Wextra -Wshadow -Wconversion $(STRICT) -Wno-psabi
# -Wno-enum-float-conversion: constants are enums, and some are factors.
ifeq ($(findstring clang,$(CC)),)
NOT_CLANG := -Wno-format-truncation# which clang 14 does not know, that lints in any case
NOT_LTO   := -flinker-output=nolto-rel# libkatachi.a is machine code in spite of -flto
else
WARNINGS += -Wno-enum-float-conversion
endif
# CFLAGS and CPPFLAGS are the user's and stay as they are, for make hands them on to itself.  CFLAGS
# come last, so that -O0 and -march=... mean what they say.
ALL_CPPFLAGS := $(CPPFLAGS) -I. -Iapi -D_GNU_SOURCE $(FEATURES) -DKATACHI_VERSION='"$(VERSION)"'
ALL_CFLAGS := -std=gnu11 $(WARNINGS) $(NOT_CLANG) $(FLAGS_$(CONFIG)) -fPIC -fno-semantic-interposition \
              -fopenmp $(CFLAGS)
EXTERNAL := $(shell $(PKG_CONFIG) --cflags $(PKG) $(HAVE) 2>/dev/null)
LDLIBS   := $(shell $(PKG_CONFIG) --libs $(PKG) $(HAVE) 2>/dev/null) $(if $(DNNL),-ldnnl) -fopenmp -lm
ifdef MPI
MPI_LINK := $(shell mpicc --showme:link 2>/dev/null)
$(if $(MPI_LINK),,$(error MPI=1 needs the compiler mpicc of Open MPI (on Debian: apt-get install libopenmpi-dev)))
EXTERNAL += $(patsubst -I%,-isystem %,$(shell mpicc --showme:compile))
LDLIBS   += $(MPI_LINK)
endif
Q        := $(if $(V),,@)# make V=1 shows whole command lines
# What all objects and programs depend on.  Only two files hold the prefix, which is recorded by itself.
BUILT_BY := $(CC) $(ALL_CPPFLAGS) $(EXTERNAL) $(ALL_CFLAGS) $(LDFLAGS) $(LDLIBS)
ALL_CPPFLAGS += -DKATACHI_PREFIX='"$(PREFIX)"'
COMPILE   = $(CC) $(ALL_CPPFLAGS) $(EXTERNAL) $(ALL_CFLAGS) -MMD -MP

# The GPU plug-in needs nvcc and cuDNN; without them it is left out.  It contains
# machine code for compute capability GPU_ARCH / 10 and PTX for newer GPUs.
GPU_ARCH ?= 90
CUDA_HOME ?= /usr/local/cuda
NVCC     := $(firstword $(wildcard $(CUDA_HOME)/bin/nvcc) $(shell command -v nvcc))
CUDA     := $(if $(and $(NVCC),$(wildcard $(CUDA_HOME)/include/cudnn.h)),1)
NVFLAGS  := -std=c++17 -O3 -I. -Xcompiler -fPIC,-Wall,-Wextra,-fvisibility=hidden \
            -gencode arch=compute_$(GPU_ARCH),code=[sm_$(GPU_ARCH),compute_$(GPU_ARCH)]

# ---- what there is ----
STAND_IN := nn/onednn/absent.c nn_train/onednn/absent.c# for their folders without oneDNN
LEFT_OUT := $(if $(DNNL),$(STAND_IN),\
              $(filter-out $(STAND_IN),$(wildcard nn/onednn/*.c nn_train/onednn/*.c))) \
            $(if $(filter libmicrohttpd,$(HAVE)),,$(wildcard web/*.c web/*/*.c))
SOURCES := $(filter-out nn/cudnn/% nn_train/cudnn/% $(LEFT_OUT),$(wildcard $(FOLDERS:%=%/*.c) $(FOLDERS:%=%/*/*.c)))
HEADERS := $(filter-out cli/% nn/cudnn/% nn_train/cudnn/%,$(wildcard $(FOLDERS:%=%/*.h) $(FOLDERS:%=%/*/*.h)))
PUBLIC  := $(wildcard api/katachi/*.h)# what is installed
OF_PAGE := $(wildcard web/page/*)
PAGE    := $(if $(filter libmicrohttpd,$(HAVE)),$(B)/web/page_files.o)# files of web/page/
LIB_OBJ := $(patsubst %.c,$(B)/%.o,$(filter-out cli/%,$(SOURCES))) $(PAGE)
API_OBJ := $(filter $(B)/api/%,$(LIB_OBJ))
CLI_OBJ := $(patsubst %.c,$(B)/%.o,$(filter cli/%,$(SOURCES)))
SUPPORT := $(patsubst %.c,$(B)/%.o,$(wildcard tests/support/*.c))
UNBUILT := $(if $(PAGE),,tests/web/% tests/memory/test_page_memory.c tests/fuzz/fuzz_web.c) \
           $(if $(DNNL),,tests/nn/onednn/test_int8.c tests/nn/onednn/test_loops.c)# without a page or oneDNN, their tests
TESTS   := $(patsubst %.c,$(B)/%,$(filter-out $(UNBUILT),$(wildcard tests/*/test_*.c tests/*/*/test_*.c)))
SCRIPTS := $(wildcard tests/*/test_*.sh tests/*/*/test_*.sh)
FUZZERS := $(patsubst %.c,build/fuzz-clang/%,$(filter-out $(UNBUILT),$(wildcard tests/fuzz/fuzz_*.c)))
GPU_OBJ := $(patsubst %.c,$(B)/%.o,$(wildcard nn/cudnn/*.c nn_train/cudnn/*.c))
GPU_CU  := $(patsubst %.cu,build/cuda-$(GPU_ARCH)/%.o,$(wildcard nn/cudnn/*.cu nn_train/cudnn/*.cu))
PLUGIN  := $(if $(CUDA),$(B)/katachi-cudnn.so)
GPU_C   := $(if $(CUDA),$(wildcard nn/cudnn/*.c nn_train/cudnn/*.c))# linting needs CUDA's headers
ALL_C   := $(SOURCES) $(wildcard tests/*/*.c tests/*/*/*.c)

.PHONY: all program plugin tests demo check check-fast sanitize tsan lint format bench fuzz fuzzers \
        install uninstall dist deb reproducible clean bootstrap always
.SECONDARY:

all: program plugin
	@ln -sfn $(NAME)/katachi build/katachi
program: $(B)/katachi
plugin: $(PLUGIN)
	$(if $(CUDA),,@echo "katachi-cudnn.so is not built: $(if $(filter file,$(origin CUDA)),nvcc or cudnn.h \
	    is missing in $(CUDA_HOME),left out by CUDA=)")
tests: $(TESTS) $(B)/katachi $(B)/libkatachi.so $(B)/libkatachi.a $(if $(filter check,$(NAME)),plugin)

# gcc vectorises and unrolls loops over a few points, which only costs time:
# without that, playouts are 4 % faster and the board 7 %.
ifeq ($(findstring clang,$(CC)),)
SHORT_LOOPS := board/board $(patsubst %.c,%,$(wildcard mcts/playout/*.c))
$(SHORT_LOOPS:%=$(B)/%.o): ALL_CFLAGS += -fno-tree-vectorize -fno-tree-pre
endif

# ---- building ----
$(B)/packages: scripts/bootstrap
	@mkdir -p $(@D) && scripts/bootstrap --check && touch $@

$(B)/%.o: %.c $(B)/built-by | $(B)/packages
	@mkdir -p $(@D)
	@$(if $(V),:,echo "CC    $@")
	$(Q)$(COMPILE) -c $< -o $@

$(B)/web/page_files.c: scripts/page-files $(OF_PAGE) $(B)/files
	@mkdir -p $(@D) && scripts/page-files web/page >$@.new && mv $@.new $@
# -fno-lto: -flto may put the table and what the assembler read into parts that do not find each other.
$(PAGE): $(B)/%.o: $(B)/%.c $(B)/built-by
	$(Q)$(COMPILE) -fno-lto -c $< -o $@

# When these change, what depends on them is built again: compiler, flags, version and the optional
# libraries, one of which may be installed later; the folder of the shipped gammas and networks; the
# least GPU; the list of files, from which one may have gone.
$(B)/built-by: HOLDS = $(BUILT_BY)
$(B)/prefix: HOLDS = $(PREFIX)
$(B)/gpu-arch: HOLDS = $(GPU_ARCH)
$(B)/files: HOLDS = $(SOURCES) $(OF_PAGE)
$(B)/built-by $(B)/prefix $(B)/gpu-arch $(B)/files: always
	@mkdir -p $(@D) && $(WORDS) | cmp -s - $@ || $(WORDS) >$@
WORDS = printf '%s\n' '$(subst ','\'',$(HOLDS))'
always:
$(B)/base/io/data_files.o $(B)/nn/plugin.o: $(B)/prefix

# The program and the tests see all of it.
$(B)/internal.a: $(LIB_OBJ) $(B)/files
	@rm -f $@
	$(Q)$(AR) qcs $@ $(filter %.o,$^)

# What others link is api/ with the parts it needs, and shows no name but katachi_*.
$(B)/libkatachi.so: $(API_OBJ) $(B)/internal.a api/exports.map
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -shared -Wl,-soname,libkatachi.so.0 -Wl,--as-needed \
	    -Wl,--version-script,$(filter %.map,$^) $(filter-out %.map,$^) $(LDLIBS) -o $@

$(B)/libkatachi.a: $(API_OBJ) $(B)/internal.a
	@rm -f $@
	$(Q)$(CC) -r -nostdlib $(NOT_LTO) -Wl,-d $^ -o $(B)/libkatachi.o
	$(Q)$(OBJCOPY) -w --keep-global-symbol='katachi_*' $(B)/libkatachi.o
	$(Q)$(AR) qcs $@ $(B)/libkatachi.o

$(B)/katachi: $(CLI_OBJ) $(B)/internal.a
	@$(if $(V),:,echo "LINK  $@")
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) $^ $(LDLIBS) -o $@

# ---- the GPU plug-in: needs only CUDA, cuDNN and cuBLAS at run time ----
$(B)/nn/cudnn/%.o $(B)/nn_train/cudnn/%.o: EXTERNAL += -isystem $(CUDA_HOME)/include -fvisibility=hidden \
                                -DGPU_LEAST_CAPABILITY=$(GPU_ARCH)

$(GPU_OBJ) $(B)/katachi-cudnn.so: $(B)/gpu-arch

# Shared by all configurations, because nvcc is slow.  -objtemp: names of temporary files, which show
# in the object, follow from its name.
build/cuda-$(GPU_ARCH)/%.o: %.cu
	@mkdir -p $(@D)
	@$(if $(V),:,echo "NVCC  $@")
	$(Q)$(NVCC) $(NVFLAGS) -MMD -MP -objtemp -c $< -o $@

$(B)/katachi-cudnn.so: nn/cudnn/exports.map $(GPU_OBJ) $(GPU_CU) $(B)/base/status.o $(B)/base/utf8.o $(B)/nn/model/model.o
	@$(if $(V),:,echo "LINK  $@")
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(@F) -Wl,--no-undefined \
	    -Wl,--version-script,nn/cudnn/exports.map \
	    -Wl,-rpath,$(CUDA_HOME)/lib64 $(filter %.o,$^) -L$(CUDA_HOME)/lib64 -lcudnn -lcublasLt \
	    -lcudart_static -ldl -lrt -lpthread -lstdc++ -lm -o $@

# The test runs the kernels as C++ on the processor, see tests/cuda_on_cpu.
ifneq ($(and $(CUDA),$(filter check release,$(CONFIG))),)
ON_CPU_CC := $(patsubst %,$(B)/tests/cuda_on_cpu/%.o,cuda_on_cpu libraries) \
             $(patsubst %.cu,$(B)/on_cpu/%.o,$(wildcard nn/cudnn/*.cu nn_train/cudnn/*.cu))
ON_CPU := $(ON_CPU_CC) $(GPU_OBJ)
$(B)/tests/cuda_on_cpu/%.o: tests/cuda_on_cpu/%.cc
	@mkdir -p $(@D)
	$(Q)$(ON_CPU_COMPILE) -c $< -o $@
$(B)/on_cpu/%.o: %.cu
	@mkdir -p $(@D)
	$(Q)$(ON_CPU_COMPILE) -c $< -o $@
ON_CPU_COMPILE = $(CXX) -std=c++17 -O1 -g -Wall -Wextra -Werror -Wno-unknown-pragmas -I. -MMD -MP \
                 -isystem $(CUDA_HOME)/include -x c++ -include tests/cuda_on_cpu/cuda_on_cpu.h
$(B)/tests/nn/cudnn/test_cudnn $(B)/tests/nn_train/cudnn/test_on_cpu: $(B)/tests/%: tests/%.c $(SUPPORT) \
                                                                          $(ON_CPU) $(B)/internal.a
	@mkdir -p $(@D)
	@$(if $(V),:,echo "TEST  $@")
	$(Q)$(COMPILE) -DHAVE_CUDA -isystem $(CUDA_HOME)/include $(LDFLAGS) $< \
	    $(filter %.o,$^) $(B)/internal.a $(LDLIBS) -lstdc++ -lcmocka -o $@
endif

ifneq ($(CUDA),)
ifneq ($(filter check release,$(CONFIG)),)
$(B)/tests/nn/cudnn/test_graphs: tests/nn/cudnn/test_graphs.c $(SUPPORT) $(B)/nn/cudnn/conv_graph.o \
                                 $(B)/internal.a
	@mkdir -p $(@D)
	@$(if $(V),:,echo "TEST  $@")
	$(Q)$(COMPILE) -DHAVE_CUDA -isystem $(CUDA_HOME)/include $(LDFLAGS) $< $(filter %.o,$^) \
	    $(B)/internal.a -Wl,-rpath,$(CUDA_HOME)/lib64 -L$(CUDA_HOME)/lib64 -lcudnn $(LDLIBS) -lcmocka -o $@
endif
endif

# A plug-in that fails on purpose; under another name it poses as the driver.
FRAGILE := $(B)/tests/plugin/katachi-cudnn.so
$(FRAGILE): $(B)/tests/plugin/fragile.o $(B)/internal.a nn/cudnn/exports.map
	@$(if $(V),:,echo "LINK  $@")
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -shared -Wl,-soname,libcuda.so.1 \
	    -Wl,--version-script,nn/cudnn/exports.map $(filter-out %.map,$^) $(LDLIBS) -o $@
$(B)/tests/gtp/test_lost_backend: $(FRAGILE)

# Tests of memory that runs out have an allocator of their own.
FAILING := $(B)/tests/memory/failing.o
WRAPPED := malloc calloc realloc aligned_alloc strdup strndup free
$(patsubst %.c,$(B)/%,$(wildcard tests/memory/test_*.c)): $(B)/%: %.c $(FAILING) $(SUPPORT) $(B)/internal.a
	@$(if $(V),:,echo "TEST  $@")
	$(Q)$(COMPILE) $(LDFLAGS) $(filter-out %.h,$^) $(WRAPPED:%=-Wl,--wrap=%) $(LDLIBS) -lcmocka -o $@

# The other tests share what they test: linked into each of 180 programs, it took 900 MB and a third of
# the time to make them.  They are linked again only when they or a header changes.
$(B)/tests/internal.so: $(LIB_OBJ) $(SUPPORT) $(B)/files
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(@F) -Wl,-Bsymbolic-functions $(filter %.o,$^) \
	    $(LDLIBS) -lcmocka -o $@
SHARED := $(B)/tests/internal.so -Wl,-rpath,'$$ORIGIN/..:$$ORIGIN/../..'
$(B)/tests/%: tests/%.c $(B)/built-by | $(B)/tests/internal.so
	@mkdir -p $(@D)
	@$(if $(V),:,echo "TEST  $@")
	$(Q)$(COMPILE) $(LDFLAGS) $< $(SHARED) $(LDLIBS) -lcmocka -o $@

$(FUZZERS): build/fuzz-clang/%: %.c build/fuzz-clang/tests/fuzz/fuzz.o build/fuzz-clang/internal.a
	@mkdir -p $(@D)
	@$(if $(V),:,echo "FUZZ  $@")
	$(Q)$(COMPILE) -fsanitize=fuzzer $< $(filter %.o %.a,$^) $(LDLIBS) -o $@

# ---- testing ----
# The targets below build on all processors unless -j says on how many.
IN_PARALLEL = --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))

bootstrap:
	@scripts/bootstrap

demo: bootstrap
	@$(MAKE) $(IN_PARALLEL) all && scripts/demo

RANKED = $(shell grep -lE '(base/comm|mm_shared).h' tests/*/test_*.c tests/*/*/test_*.c)
# Everything: the tests with assertions, tests with two MPI ranks, a brief fuzz run.
check: bootstrap
	@$(MAKE) $(IN_PARALLEL) CONFIG=check tests
	@if command -v mpicc >/dev/null; then \
	    $(MAKE) $(IN_PARALLEL) CONFIG=check MPI=1 tests TESTS='$(RANKED:%.c=$$(B)/%)'; fi
	@if scripts/have-fuzzer; then $(MAKE) $(IN_PARALLEL) CONFIG=fuzz CC=clang fuzzers; fi
	@if command -v npm >/dev/null; then timeout 60 scripts/fetch-sabaki || true; fi
	@if command -v npm >/dev/null; then timeout 60 scripts/fetch-browser-driver || true; fi
	@FUZZ_SECONDS=$${FUZZ_SECONDS:-3} scripts/run-tests build/$(subst release,check,$(NAME)) $(SCRIPTS)

check-fast:
	@$(MAKE) $(IN_PARALLEL) CONFIG=check tests
	@scripts/run-tests build/$(subst release,check,$(NAME))

sanitize:
	@$(MAKE) $(IN_PARALLEL) CONFIG=sanitize tests
	@scripts/run-tests build/$(subst release,sanitize,$(NAME)) $(SCRIPTS)

# gcc's libgomp is not built for ThreadSanitizer, which then reports its barriers;
# clang's OpenMP runtime informs the sanitizer through archer.
# Only tests that mention threads are run, and those of GTP, which reads in its own
# thread: the others are slow here.
THREADED = $(shell grep -lE 'thread|support/gtp_talk.h' tests/*/test_*.c tests/*/*/test_*.c)
tsan:
	@$(MAKE) $(IN_PARALLEL) CONFIG=tsan CC=clang tests \
	    TESTS="$(THREADED:%.c=build/tsan-clang/%)"
	@TSAN_OPTIONS=ignore_noninstrumented_modules=1 scripts/run-tests build/tsan-clang

# make fuzz SECONDS=60 TARGETS="sgf nn": one after the other, each for that long.
SECONDS ?= 600
fuzzers: $(FUZZERS)
fuzz:
	@$(MAKE) $(IN_PARALLEL) program
	@$(MAKE) $(IN_PARALLEL) CONFIG=fuzz CC=clang fuzzers
	@KATACHI=$(B)/katachi FUZZ_SECONDS=$(SECONDS) scripts/fuzz $(TARGETS)

# Every measurement that needs no games.
bench: all
	@build/katachi help --list | grep '^bench' | while read -r what; do \
	    build/katachi help $$what | grep -q '^Usage:.* GAMES' || build/katachi $$what || exit 1; done

# cppcheck 2.10 has false alarms on loops, realloc and vectors (uninitvar, memleak,
# internalAstError); the sanitizers look for these faults.  It needs jansson's
# header for the macros that loop over JSON.
LINT_FLAGS = $(ALL_CPPFLAGS) $(EXTERNAL) $(if $(CUDA),-isystem $(CUDA_HOME)/include) -std=gnu11 \
             $(WARNINGS) -fopenmp $(ARCH)
JANSSON_H  = $(shell $(PKG_CONFIG) --variable=includedir jansson)/jansson.h
lint:
	scripts/check-includes
	@echo clang: warnings
	$(Q)clang -fsyntax-only $(LINT_FLAGS) $(ALL_C) $(GPU_C)
	@echo clang-tidy
	$(Q)printf '%s\n' $(ALL_C) $(GPU_C) | xargs -P2 -n1 sh -c \
	    'clang-tidy --quiet "$$1" -- $(subst ','\'',$(LINT_FLAGS)) 2>/dev/null' lint
	@echo cppcheck
	$(Q)cppcheck --quiet --enable=warning,performance,portability --inline-suppr -j 2 -I. \
	    --suppress=uninitvar --suppress=internalAstError --suppress=memleak --std=c11 \
	    -D__GNUC__ -DKATACHI_VERSION='""' --include=$(JANSSON_H) --error-exitcode=1 $(SOURCES) \
	    $(wildcard nn/cudnn/*.c)

# Only lines changed since $(SINCE): tables and lists that were laid out by hand stay as they are.
SINCE ?= HEAD
format:
	git clang-format --force --extensions c,h $(SINCE) || [ $$? -eq 1 ] # 1: it changed something

# ---- installing ----
# Not in katachi.pc: what libkatachi does not use, and where a cross build finds the libraries here.
HERE_ONLY := -ljansson -lmicrohttpd $(if $(PKG_CONFIG_SYSROOT_DIR),-L$(PKG_CONFIG_SYSROOT_DIR)%)
install uninstall: all $(B)/libkatachi.a $(B)/libkatachi.so
	@B=$(B) PREFIX='$(PREFIX)' LIBDIR='$(strip $(LIBDIR))' ZSH_FOLDER='$(ZSH_FOLDER)' VERSION=$(VERSION) \
	    DESTDIR='$(DESTDIR)' LIBS="$(filter-out $(HERE_ONLY),$(LDLIBS))" scripts/install $@ $(PUBLIC)

# A source archive that builds offline, of what is committed; the same commit, the same bytes.
DIST := katachi-$(VERSION)
dist:
	@git rev-parse -q --verify HEAD >/dev/null || { echo "make dist and make deb pack what is committed, so they need \
	a git repository; in an unpacked source archive, dpkg-buildpackage -us -uc -b makes the packages" >&2; exit 1; }
	@mkdir -p build
	$(Q)git -c tar.umask=0022 archive --format=tar --prefix=$(DIST)/ -o build/$(DIST).tar HEAD
	$(Q)xz -T1 -9 -f build/$(DIST).tar
	@ls -l build/$(DIST).tar.xz

# Debian packages in build/, of what is committed; that of the GPU plug-in where CUDA is.
deb: dist
	$(Q)rm -rf build/deb && mkdir -p build/deb && tar -C build/deb -xf build/$(DIST).tar.xz
	$(Q)cd build/deb/$(DIST) && DEB_BUILD_PROFILES="$(if $(CUDA),pkg.katachi.cudnn)" \
	    dpkg-buildpackage -us -uc -b
	@ls -l build/deb/*.deb

# Two builds of the last commit in different circumstances give the same bytes; --deb: so do the packages.
reproducible:
	@scripts/check-reproducible && scripts/check-reproducible --deb

clean:
	rm -rf build

-include $(patsubst %,%.d,$(basename $(LIB_OBJ) $(CLI_OBJ) $(SUPPORT) $(GPU_OBJ) $(GPU_CU) $(ON_CPU_CC)) $(TESTS) $(FUZZERS) \
           $(addprefix $(B)/tests/,plugin/fragile memory/failing fuzz/fuzz))
